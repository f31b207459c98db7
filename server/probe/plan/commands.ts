import type { JsonObject } from '../../contract/cri-config.ts';
import type { ProbeCommands } from '../../contract/probe.ts';
import { PROBE_IMAGE_ANNOTATION, PROBE_LABELS, PROBE_MARK } from '../../contract/probe-words.ts';
import { shellWord } from '../../contract/shell-word.ts';
import type { ProbePlan } from '../plan.ts';
import { editConfig, textAt } from './config-edit.ts';
import { isLongField } from './config-fields.ts';
import { redactRequest, WITHHELD } from './redact-request.ts';
import { commentText, jsonText } from './shell-text.ts';

/** By it the script finds what it made; our own marks would let this server remove it in the middle. */
const BY_HAND_LABEL = 'cri-triage.io/by-hand';
const OUR_MARKS = [...Object.values(PROBE_LABELS), PROBE_MARK.label];

/** The same by hand: crictl's two files, and a script for sh that makes the calls and cleans up whatever happens. */
export function probeCommands(plan: ProbePlan): ProbeCommands {
  const sandbox = byHand('sandbox', plan);
  const container = byHand('container', plan);
  const files = [
    { name: 'sandbox.json', text: `${jsonText(sandbox, isLongField('PodSandboxConfig'))}\n` },
    { name: 'container.json', text: `${jsonText(container, isLongField('ContainerConfig'))}\n` },
  ];
  return { files, script: scriptOf(plan, files) };
}

function byHand(kind: 'sandbox' | 'container', plan: ProbePlan): JsonObject {
  const config = kind === 'sandbox' ? plan.sandboxConfig : plan.containerConfig;
  const why = 'by hand';
  const marks = OUR_MARKS.map((name) => ({ path: ['labels', name], value: undefined, why }));
  const { config: own } = editConfig(kind, config, [
    ...marks,
    { path: ['labels', BY_HAND_LABEL], value: plan.pod.name, why },
    { path: ['annotations', PROBE_IMAGE_ANNOTATION], value: undefined, why },
    // The probe's own may still be there, and a runtime takes no second one with the same attempt.
    ...(kind === 'sandbox' ? [{ path: ['metadata', 'attempt'], value: 1, why }] : []),
  ]);
  return redactRequest(own);
}

type Files = ProbeCommands['files'];

function scriptOf(plan: ProbePlan, files: Files): string {
  const logs = textAt(plan.sandboxConfig, 'log_directory');
  const name = textAt(plan.containerConfig, 'metadata', 'name');
  return [
    ...head(plan, files),
    ...TOOLS,
    `label=${shellWord(`${BY_HAND_LABEL}=${plan.pod.name}`)}`,
    `logs=${shellWord(logs)}`,
    `image=${shellWord(plan.image)}`,
    ...CLEAN_UP,
    ...files.flatMap(({ name: file, text }) => heredoc(file, text)),
    '# CRI-O does not make the folder of the logs.',
    `mkdir -p -- "$logs"/${shellWord(name)}`,
    '',
    ...runPodSandbox(plan.runtimeHandler),
    ...pullImage(plan.pullPolicy),
    ...START,
    '',
  ].join('\n');
}

function head({ pod }: ProbePlan, files: Files): readonly string[] {
  const hasGaps = files.some(({ text }) => text.includes(WITHHELD));
  return [
    '#!/bin/sh',
    `# The calls of ${commentText(pod.name)} by hand: RunPodSandbox, PullImage, CreateContainer, StartContainer.`,
    '#   sh probe.sh [ENDPOINT]      as root, on the node; ENDPOINT as in unix:///run/containerd/containerd.sock',
    '#   CRI_CREDS=user:password     in the environment, where the registry wants a login',
    ...(hasGaps ? [`# Where "${WITHHELD}" stands a secret was taken out: put it back first.`] : []),
    '# While kubelet runs it may remove the sandbox at any time, for it is not one of its pods.',
    'set -eu',
    '',
  ];
}

/** crictl waits for 2 s only unless told otherwise; its image endpoint does not follow the other one. */
const TOOLS = [
  `endpoint=\${1:-}`,
  'cri() {',
  '  if [ -n "$endpoint" ]; then',
  '    crictl --timeout 120s --runtime-endpoint "$endpoint" --image-endpoint "$endpoint" "$@"',
  '  else',
  '    crictl --timeout 120s "$@"',
  '  fi',
  '}',
  '',
];

const CLEAN_UP = [
  'folder=$(mktemp -d)',
  '',
  '# Looks for what it made by its label: a call that was broken off may have made something all the same.',
  'clean_up() {',
  '  status=$?',
  "  trap '' INT TERM HUP",
  '  trap - EXIT',
  '  for pod in $(cri pods --quiet --label "$label"); do',
  '    cri stopp "$pod" || true',
  '    cri rmp "$pod" || cri rmp --force "$pod" || echo "left on the node: sandbox $pod" >&2',
  '  done',
  '  rm -rf -- "$folder" "$logs"',
  '  exit "$status"',
  '}',
  'trap clean_up EXIT',
  "trap 'exit 129' HUP",
  "trap 'exit 130' INT",
  "trap 'exit 143' TERM",
  '',
];

/** No line of indented JSON is the word that ends it. */
function heredoc(file: string, text: string): readonly string[] {
  return [`cat > "$folder/${file}" <<'END_OF_FILE'`, `${text}END_OF_FILE`, ''];
}

function runPodSandbox(handler: string): readonly string[] {
  const option = handler === '' ? '' : ` --runtime=${shellWord(handler)}`;
  return [
    'echo RunPodSandbox',
    `pod=$(cri runp${option} "$folder/sandbox.json")`,
    'echo "  sandbox $pod"',
    '',
  ];
}

const PULL = [
  `  if [ -n "\${CRI_CREDS:-}" ]; then`,
  '    cri pull --creds "$CRI_CREDS" "$image"',
  '  else',
  '    cri pull "$image"',
  '  fi',
];

function pullImage(policy: ProbePlan['pullPolicy']): readonly string[] {
  if (policy === 'Never') return ['# Pull policy Never: PullImage is left out.', ''];
  const isAlways = policy === 'Always';
  return [
    'pull() {',
    ...PULL,
    '  echo "  the image stays on the node; crictl rmi removes it: $image"',
    '}',
    'echo PullImage',
    isAlways ? 'pull' : 'if cri inspecti "$image" >/dev/null 2>&1; then',
    ...(isAlways ? [] : ['  echo "  the image is here already"', 'else', '  pull', 'fi']),
    '',
  ];
}

const START = [
  'echo CreateContainer',
  'container=$(cri create "$pod" "$folder/container.json" "$folder/sandbox.json")',
  'echo "  container $container"',
  '',
  'echo StartContainer',
  'started=0',
  'cri start "$container" || started=$?',
  '',
  '# What became of it.',
  'sleep 2',
  'cri inspect "$container"',
  'cri logs "$container" || true',
  'exit "$started"',
];
