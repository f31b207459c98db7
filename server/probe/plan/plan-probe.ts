import type { ConfigProblem, JsonObject } from '../../contract/cri-config.ts';
import type { ProbeRequest } from '../../contract/probe.ts';
import { PROBE_NAMESPACE } from '../../contract/probe-words.ts';
import type { PlanFacts, PlanProbe, PlanResult, ProbePlan } from '../plan.ts';
import { editConfig, textAt } from './config-edit.ts';
import { containerFromForm, NODE, sandboxFromForm } from './from-form.ts';
import { type ImagePlan, planImage } from './plan-image.ts';
import { findPrivileges, type Privilege, toRefusal } from './privileges.ts';
import { containerNameProblem, settleContainer } from './settle-container.ts';
import { type Settled, type Settlement, settleSandbox } from './settle-sandbox.ts';

type Kind = 'sandbox' | 'container';
type ConfigResult =
  | { readonly ok: true; readonly config: JsonObject | null }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/**
 * What a probe will send, or every reason why it will not be made. Configurations are taken as they are given, but for
 * what makes a probe a probe: each such change is told. What reaches the node is refused to who may not.
 */
export const planProbe: PlanProbe = (request, facts) => {
  const sandbox = readGiven('sandbox', request, facts);
  const container = readGiven('container', request, facts);
  if (!sandbox.ok || !container.ok) return wrong(problemsOf(sandbox, container));
  const given: Given = { request, sandbox: sandbox.config, container: container.config };
  const image = planImage(request, given.container, facts.images);
  const problems = [...problemsOfForm(given), ...(image.ok ? [] : [image.problem])];
  if (problems.length > 0 || !image.ok) return wrong(problems);
  return settle(given, image, facts);
};

interface Given {
  readonly request: ProbeRequest;
  readonly sandbox: JsonObject | null;
  readonly container: JsonObject | null;
}

function readGiven(kind: Kind, request: ProbeRequest, facts: PlanFacts): ConfigResult {
  const value = kind === 'sandbox' ? request.sandboxConfig : request.containerConfig;
  return value === null ? { ok: true, config: null } : facts.readConfig(kind, value);
}

function problemsOf(...results: readonly ConfigResult[]): readonly ConfigProblem[] {
  return results.flatMap((result) => (result.ok ? [] : result.problems));
}

function wrong(problems: readonly ConfigProblem[]): PlanResult {
  return { kind: 'wrong', problems };
}

/** What the form says beside a configuration that decides the same is not passed over in silence. */
function problemsOfForm({ request, sandbox, container }: Given): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const name of ['command', 'args'] as const) {
    if (container === null || request[name].length === 0) continue;
    const message = `the container's configuration says what is run: set container_config.${name} and leave this empty`;
    problems.push({ path: name, message });
  }
  if (sandbox !== null && request.hostNetwork) {
    const path = 'sandbox_config.linux.security_context.namespace_options.network';
    const message = `the sandbox's configuration says which network is used: set ${path} to ${NODE} and leave this off`;
    problems.push({ path: 'hostNetwork', message });
  }
  const name = container === null ? null : containerNameProblem(container);
  const host = sandbox === null ? null : hostnameProblem(sandbox);
  return [...problems, ...(host === null ? [] : [host]), ...(name === null ? [] : [name])];
}

function hostnameProblem(sandbox: JsonObject): ConfigProblem | null {
  const hostname = textAt(sandbox, 'hostname');
  if (hostname === '' || /^[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/i.test(hostname)) return null;
  const message = 'expected at most 64 letters, digits, "-" and ".", as the kernel takes it';
  return { path: 'sandbox_config.hostname', message };
}

function settle(given: Given, image: ImagePlan & { ok: true }, facts: PlanFacts): PlanResult {
  const { request } = given;
  const pod = { namespace: PROBE_NAMESPACE, name: `probe-${facts.id}`, uid: facts.uid };
  const settlement: Settlement = { facts, pod, image: image.image, isImageNew: image.isNew };
  const sandbox = settleSandbox(
    given.sandbox ?? sandboxFromForm(request, pod.name, given.container),
    settlement,
  );
  const container = settleContainer(
    given.container ?? containerFromForm(request, given.sandbox),
    settlement,
  );
  const joined = joinNetwork(given, container);
  const configs = readAgain({ sandbox: sandbox.config, container: joined.config }, facts);
  if (!configs.ok) return wrong(configs.problems);
  const privileges = privilegesOf(given, configs);
  if (privileges.length > 0 && !facts.isAdmin) {
    return { kind: 'not-allowed', problems: privileges.map(toRefusal) };
  }
  const plan: ProbePlan = {
    pod,
    image: image.image,
    pullPolicy: request.pullPolicy,
    runtimeHandler: request.runtimeHandler,
    sandboxConfig: configs.sandbox,
    containerConfig: configs.container,
    // Of what the form made itself nobody asked otherwise.
    changes: [
      ...(given.sandbox === null ? [] : sandbox.changes),
      ...(given.container === null ? [] : joined.changes),
    ],
    privileges: privileges.map(({ path, lets }) => `${path}: ${lets}`),
  };
  return { kind: 'plan', plan };
}

/** The form's word for the network holds for a container whose sandbox the form makes. */
function joinNetwork({ request, container }: Given, settled: Settled): Settled {
  if (!request.hostNetwork || container === null) return settled;
  const path = ['linux', 'security_context', 'namespace_options', 'network'];
  const why = 'the form asks for the network of the node';
  const { config, changes } = editConfig('container_config', settled.config, [
    { path, value: NODE, why },
  ]);
  return { config, changes: [...settled.changes, ...changes] };
}

interface Configs {
  readonly sandbox: JsonObject;
  readonly container: JsonObject;
}

/** What will be sent is held against CRI's schema as a whole, our own parts included. */
function readAgain(
  { sandbox, container }: Configs,
  { readConfig }: PlanFacts,
): ({ readonly ok: true } & Configs) | Extract<ConfigResult, { ok: false }> {
  const one = readConfig('sandbox', sandbox);
  const other = readConfig('container', container);
  if (!one.ok || !other.ok) return { ok: false, problems: problemsOf(one, other) };
  return { ok: true, sandbox: one.config, container: other.config };
}

function privilegesOf(given: Given, configs: Configs): readonly Privilege[] {
  const { request } = given;
  const inSandbox = findPrivileges('sandbox', configs.sandbox);
  const inContainer = findPrivileges('container', configs.container);
  const asked = [
    ...(request.hostNetwork ? [{ path: 'hostNetwork', lets: "uses the node's own network" }] : []),
    ...(given.sandbox === null ? [] : inSandbox),
    ...(given.container === null ? [] : inContainer),
  ];
  // What the form adds to the other one of the pair follows from what was asked, and is told there.
  const told = asked.length > 0 ? asked : [...inSandbox, ...inContainer];
  return request.hostNetwork ? told.filter(({ path }) => !NETWORK_PATH.test(path)) : told;
}

const NETWORK_PATH = /\.namespace_options\.network$/;
