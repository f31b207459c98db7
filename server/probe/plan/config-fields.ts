import {
  annotation,
  coveringPaths,
  DEFAULT_PROFILES,
  harmless,
  type Judge,
  label,
  limited,
  mountSource,
  ours,
  privilege,
  privilegeUnless,
  userNamespace,
  variable,
  workingDirectory,
} from './field-judges.ts';
import { MASKED_PATHS, READONLY_PATHS } from './kernel-paths.ts';

export interface Field {
  readonly judge: Judge;
  /** The message that it holds: judged as a whole where it has a judge of its own, and field by field. */
  readonly message?: string;
  /** A list that means something only as a whole. */
  readonly isWhole?: boolean;
  /** Names to texts: each entry is judged by its name. */
  readonly isMap?: boolean;
  /** A whole number of 64 bits, which JSON may write as a text. */
  readonly isLong?: boolean;
}

type Fields = Readonly<Record<string, Field>>;

const one = (judge: Judge): Field => ({ judge });
const long = (judge: Judge): Field => ({ judge, isLong: true });
const map = (judge: Judge): Field => ({ judge, isMap: true });
const whole = (judge: Judge): Field => ({ judge, isWhole: true });
const message = (name: string, judge: Judge = harmless): Field => ({ judge, message: name });

/** The pod's own: for pids the container's own too. Enum NamespaceMode. */
const POD = 0;
const CONTAINER = 1;
const NODE = 2;
/** Enums SecurityProfile.ProfileType and MountPropagation, whose first value is what is meant where none is set. */
const RUNTIME_DEFAULT = 0;
const PRIVATE = 0;

const WINDOWS = 'does on Windows what nobody has judged';
const NO_SECCOMP = 'may call what the runtime forbids every other container';
const NO_APPARMOR = "is not held by the runtime's own AppArmor profile";
const OTHER_USERS = 'chooses which users of the node it acts as';
const DEVICE = 'reads or writes a device of the node';

const SANDBOX_FIELDS = {
  PodSandboxConfig: {
    metadata: message('PodSandboxMetadata'),
    hostname: one(harmless),
    log_directory: one(ours),
    dns_config: message('DNSConfig'),
    port_mappings: message('PortMapping'),
    labels: map(label),
    annotations: map(annotation),
    linux: message('LinuxPodSandboxConfig'),
    windows: message('WindowsPodSandboxConfig'),
  },
  PodSandboxMetadata: { name: one(ours), uid: one(ours), namespace: one(ours), attempt: one(ours) },
  DNSConfig: { servers: one(harmless), searches: one(harmless), options: one(harmless) },
  PortMapping: {
    protocol: one(harmless),
    container_port: one(harmless),
    host_port: one(privilege('takes a port of the node')),
    host_ip: one(privilege('chooses an address of the node for a port')),
  },
  LinuxPodSandboxConfig: {
    cgroup_parent: one(ours),
    security_context: message('LinuxSandboxSecurityContext'),
    sysctls: map(privilege('changes settings of the kernel')),
    overhead: message('LinuxContainerResources'),
    resources: message('LinuxContainerResources'),
  },
  LinuxSandboxSecurityContext: {
    namespace_options: message('NamespaceOption'),
    selinux_options: message('SELinuxOption'),
    run_as_user: message('Int64Value'),
    run_as_group: message('Int64Value'),
    readonly_rootfs: one(harmless),
    supplemental_groups: long(harmless),
    supplemental_groups_policy: one(harmless),
    privileged: one(privilege('may let its containers do whatever root of the node may')),
    seccomp: message('SecurityProfile'),
    apparmor: message('SecurityProfile'),
    seccomp_profile_path: one(privilegeUnless(DEFAULT_PROFILES, NO_SECCOMP)),
  },
  WindowsPodSandboxConfig: { security_context: message('WindowsSandboxSecurityContext') },
  WindowsSandboxSecurityContext: {
    run_as_username: one(privilege(WINDOWS)),
    credential_spec: one(privilege(WINDOWS)),
    host_process: one(privilege(WINDOWS)),
    namespace_options: message('WindowsNamespaceOption'),
  },
  WindowsNamespaceOption: { network: one(privilege(WINDOWS)) },
} as const satisfies Readonly<Record<string, Fields>>;

const CONTAINER_FIELDS = {
  ContainerConfig: {
    metadata: message('ContainerMetadata'),
    image: message('ImageSpec'),
    command: one(harmless),
    args: one(harmless),
    working_dir: one(workingDirectory),
    envs: message('KeyValue'),
    mounts: message('Mount', mountSource),
    devices: message('Device'),
    labels: map(label),
    annotations: map(annotation),
    log_path: one(ours),
    stdin: one(harmless),
    stdin_once: one(harmless),
    tty: one(harmless),
    linux: message('LinuxContainerConfig'),
    windows: message('WindowsContainerConfig'),
    CDI_devices: message('CDIDevice'),
    stop_signal: one(harmless),
  },
  ContainerMetadata: { name: one(harmless), attempt: one(ours) },
  ImageSpec: {
    image: one(harmless),
    annotations: map(annotation),
    user_specified_image: one(ours),
    runtime_handler: one(harmless),
    image_ref: one(ours),
  },
  KeyValue: { key: one(variable), value: one(harmless) },
  Mount: {
    container_path: one(harmless),
    host_path: one(privilege('reads or writes files of the node')),
    readonly: one(harmless),
    selinux_relabel: one(privilege('changes SELinux labels of files of the node')),
    propagation: one(privilegeUnless([PRIVATE], 'sees or makes mounts of the node')),
    uidMappings: message('IDMapping'),
    gidMappings: message('IDMapping'),
    recursive_read_only: one(harmless),
    image: message('ImageSpec', privilege('reads an image that lies on the node')),
    image_sub_path: one(harmless),
    mount_options: one(privilege('mounts with options that nobody has judged')),
  },
  IDMapping: {
    host_id: one(privilege(OTHER_USERS)),
    container_id: one(privilege(OTHER_USERS)),
    length: one(privilege(OTHER_USERS)),
  },
  Device: {
    container_path: one(privilege(DEVICE)),
    host_path: one(privilege(DEVICE)),
    permissions: one(privilege(DEVICE)),
  },
  CDIDevice: { name: one(privilege(DEVICE)) },
  LinuxContainerConfig: {
    resources: message('LinuxContainerResources'),
    security_context: message('LinuxContainerSecurityContext'),
  },
  LinuxContainerSecurityContext: {
    capabilities: message('Capability'),
    privileged: one(privilege('may do whatever root of the node may')),
    namespace_options: message('NamespaceOption'),
    selinux_options: message('SELinuxOption'),
    run_as_user: message('Int64Value'),
    run_as_group: message('Int64Value'),
    run_as_username: one(harmless),
    readonly_rootfs: one(harmless),
    supplemental_groups: long(harmless),
    supplemental_groups_policy: one(harmless),
    no_new_privs: one(harmless),
    masked_paths: whole(coveringPaths(MASKED_PATHS)),
    readonly_paths: whole(coveringPaths(READONLY_PATHS)),
    seccomp: message('SecurityProfile'),
    apparmor: message('SecurityProfile'),
    apparmor_profile: one(privilegeUnless(DEFAULT_PROFILES, NO_APPARMOR)),
    seccomp_profile_path: one(privilegeUnless(DEFAULT_PROFILES, NO_SECCOMP)),
  },
  Capability: {
    add_capabilities: one(privilege('gets a capability that containers do not have')),
    drop_capabilities: one(harmless),
    add_ambient_capabilities: one(privilege('gives a capability to processes that are not root')),
  },
  WindowsContainerConfig: {
    resources: message('WindowsContainerResources'),
    security_context: message('WindowsContainerSecurityContext'),
  },
  WindowsContainerResources: {
    cpu_shares: long(privilege(WINDOWS)),
    cpu_count: long(privilege(WINDOWS)),
    cpu_maximum: long(privilege(WINDOWS)),
    memory_limit_in_bytes: long(privilege(WINDOWS)),
    rootfs_size_in_bytes: long(privilege(WINDOWS)),
    affinity_cpus: message('WindowsCpuGroupAffinity'),
  },
  WindowsCpuGroupAffinity: {
    cpu_mask: long(privilege(WINDOWS)),
    cpu_group: one(privilege(WINDOWS)),
  },
  WindowsContainerSecurityContext: {
    run_as_username: one(privilege(WINDOWS)),
    credential_spec: one(privilege(WINDOWS)),
    host_process: one(privilege(WINDOWS)),
  },
} as const satisfies Readonly<Record<string, Fields>>;

const COMMON_FIELDS = {
  Int64Value: { value: long(harmless) },
  NamespaceOption: {
    network: one(privilegeUnless([POD], "uses the node's own network")),
    pid: one(privilegeUnless([POD, CONTAINER], 'sees and signals processes of the node')),
    ipc: one(privilegeUnless([POD, CONTAINER], "uses the node's own shared memory")),
    target_id: one(privilege('joins the processes of another container')),
    userns_options: message('UserNamespace', userNamespace(NODE, OTHER_USERS)),
  },
  UserNamespace: {
    mode: one(harmless),
    uids: message('IDMapping'),
    gids: message('IDMapping'),
  },
  SELinuxOption: {
    user: one(privilege('chooses its SELinux label')),
    role: one(privilege('chooses its SELinux label')),
    type: one(privilege('chooses its SELinux label')),
    level: one(privilege('chooses its SELinux label')),
  },
  SecurityProfile: {
    profile_type: one(
      privilegeUnless([RUNTIME_DEFAULT], "is not held by the runtime's own profile"),
    ),
    localhost_ref: one(privilege('chooses a profile that lies on the node')),
  },
  LinuxContainerResources: {
    cpu_period: long(harmless),
    cpu_quota: long(harmless),
    cpu_shares: long(limited),
    memory_limit_in_bytes: long(limited),
    oom_score_adj: long(limited),
    cpuset_cpus: one(privilege('chooses the CPUs that it runs on')),
    cpuset_mems: one(privilege('chooses the memory banks that it uses')),
    hugepage_limits: message('HugepageLimit'),
    unified: map(privilege('writes any setting of its control group')),
    memory_swap_limit_in_bytes: long(limited),
  },
  HugepageLimit: {
    page_size: one(privilege('takes huge pages of the node')),
    limit: long(privilege('takes huge pages of the node')),
  },
} as const satisfies Readonly<Record<string, Fields>>;

/** Every field of CRI's two configurations, by message. What is not here is not known to be harmless. */
export const CONFIG_FIELDS: Readonly<Record<string, Fields>> = {
  ...SANDBOX_FIELDS,
  ...CONTAINER_FIELDS,
  ...COMMON_FIELDS,
};

/** Whether the field at this place of a message is a whole number that JSON may write as a text. */
export function isLongField(root: string): (path: readonly string[]) => boolean {
  return (path) => {
    let at: string | undefined = root;
    let field: Field | undefined;
    for (const name of path) {
      // The place in a list.
      if (/^\d+$/.test(name) && field?.isMap !== true) continue;
      field = at === undefined ? undefined : CONFIG_FIELDS[at]?.[name];
      at = field?.message;
    }
    return field?.isLong === true;
  };
}
