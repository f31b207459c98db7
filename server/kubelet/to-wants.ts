import type { z } from 'zod';
import type { KubeletContainer } from '../contract/kubelet-pod.ts';
import { stripControl } from '../lib/strip-control.ts';
import type { securitySchema, specContainerSchema } from './kubelet-pod-schema.ts';

type SpecContainer = z.infer<typeof specContainerSchema>;
type Security = z.infer<typeof securitySchema>;

/** 4 KiB a container, on nodes of hundreds: a whole script as an argument is not kept. */
const MAX_CHARS = 4_096;

/** How a container shall be run, where that is short enough to keep; the pod's settings hold where it has none. */
export function toWants(spec: SpecContainer, pod: Security): Pick<KubeletContainer, 'wants'> {
  const command = spec.command ?? [];
  const args = spec.args ?? [];
  const mountPaths = (spec.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  const chars = [...command, ...args, ...mountPaths].reduce((sum, { length }) => sum + length, 0);
  if (chars > MAX_CHARS) return {};
  const security = [
    ...identityOf(spec.securityContext, pod),
    ...profilesOf(spec.securityContext, pod),
  ];
  return {
    wants: {
      command: command.map(stripControl),
      args: args.map(stripControl),
      mountPaths,
      security,
    },
  };
}

function identityOf(own: Security, pod: Security): readonly string[] {
  const user = own?.runAsUser ?? pod?.runAsUser ?? null;
  const group = own?.runAsGroup ?? pod?.runAsGroup ?? null;
  return [
    ...(own?.privileged ? ['privileged'] : []),
    ...(user === null ? [] : [`user ${user}`]),
    ...(group === null ? [] : [`group ${group}`]),
    ...(own?.runAsNonRoot || pod?.runAsNonRoot ? ['not as root'] : []),
    ...(own?.readOnlyRootFilesystem ? ['read-only root'] : []),
  ];
}

function profilesOf(own: Security, pod: Security): readonly string[] {
  const { add, drop } = own?.capabilities ?? {};
  return [
    ...(add ?? []).map((name) => `adds ${stripControl(name)}`),
    ...(drop ?? []).map((name) => `drops ${stripControl(name)}`),
    ...named('seccomp', own?.seccompProfile ?? pod?.seccompProfile),
    ...named('AppArmor', own?.appArmorProfile ?? pod?.appArmorProfile),
    ...((own?.seLinuxOptions ?? pod?.seLinuxOptions) ? ['SELinux options'] : []),
  ];
}

function named(
  what: string,
  profile: { readonly type: string; readonly localhostProfile: string } | null | undefined,
): readonly string[] {
  if (!profile?.type) return [];
  const { type, localhostProfile } = profile;
  return [`${what} ${type}${localhostProfile === '' ? '' : ` ${localhostProfile}`}`];
}
