import type { ExplainStage } from '../../contract/explain-stage.ts';
import type { Cause } from '../cause.ts';
import { CAUSES } from '../causes/index.ts';
import { TABLE_CAUSES } from '../causes/tables.ts';
import { type PlainText, plainText } from '../plain-text.ts';
import type { TableCause } from '../table-cause.ts';
import type { TextCause } from '../text-cause.ts';
import { type CatalogueEntry, catalogueEntry } from './catalogue.ts';
import { type DetectedStage, detectStage } from './detect-stage.ts';
import { FIRST_RULES } from './first-rules.ts';
import { LAST_RULES } from './last-rules.ts';
import { LATE_NODE_RULES } from './late-node-rules.ts';
import { LATE_POD_RULES } from './late-pod-rules.ts';
import { LATE_PULL_RULES } from './late-pull-rules.ts';
import { type TextRule, tellsRule } from './text-rule.ts';

/** What a text was found to tell. */
export interface FoundRule {
  readonly cause: string;
  readonly stage: ExplainStage;
  readonly confidence: number;
}

const USUAL_CONFIDENCE = 0.9;
/** Where the words fit, but the text does not name the call. */
const UNNAMED_CALL_CONFIDENCE = 0.8;
/** Reserved names and deadlines follow from something else. */
const FOLLOW_UP_CONFIDENCE = 0.5;
const FOLLOW_UPS = new Set([
  'sandbox-name-reserved',
  'container-name-reserved',
  'crio-request-timeout-retry',
  'pull-request-deadline',
  'cni-killed-by-deadline',
]);

/** Words without which a general rule (a status, "connection refused") says nothing about a node. */
const ABOUT_PULLS =
  /image|pull|registry|manifest|blob|layer|docker|daemon|snapshot|reference|failed to copy|auth token|(?:anonymous|oauth) token|\becr:|HTTPS client|media type|signature|short-name|size validation|failed commit|unexpected commit|committing|received unexpected HTTP status|failed to do request/i;
/** Addresses are masked where words are looked for, but those of a registry's API say what is asked. */
const REGISTRY_URL = /https?:\/\/[^\s"]+\/(?:v2\/|token\?)/i;
const ABOUT_NODES =
  /allocate for range|ipam|containerd|runc|crun|oci|grpc:|rootfs|shim|sandbox|container|rpc error|kubelet|mount|snapshot|cgroup|crio|cri-o|docker|conmon|plugin|kube|exec |exec: "|caps|capabilit|linux spec|pod|\/proc\/|\/sys\/|runtime|passwd|interpreter|profile|seccomp|secret|configmap|netns|cni|\bcwd\b|network requested|host side|(?<!left on )device|\/var\/lib\//i;

const isTextCause = (cause: Cause): cause is TextCause => 'tells' in cause;
const inTable = new Set(TABLE_CAUSES.map((cause) => cause.id));
const TEXT_CAUSES = CAUSES.filter(isTextCause).filter((cause) => !inTable.has(cause.id));

/** Their words are common ones: without the right call around them they tell nothing. */
const COMMON_WORDS = new Set(
  `registry-refused image-pull-timeout image-pull-dns image-unauthorized image-not-found image-auth-or-absent
  registry-server-error rate-limited layer-truncated disk-full pull-request-deadline image-pull-x509-unknown-ca
  registry-token-endpoint-unreachable image-blob-cdn-failed node-readonly-filesystem disk-or-tmpfs-full fd-limit
  runtime-down user-not-in-image secret-or-configmap-missing volume-secret-missing network-teardown-failed
  cni-leftover-interface capability-unknown sandbox-image-x509 sandbox-image-dns sandbox-image-forbidden
  sandbox-image-network sandbox-image-not-local sandbox-image-pull-cancelled ipam-exhausted exec-not-found
  exec-permission-denied script-interpreter-missing kata-agent-lost host-device-missing mount-source-missing
  mount-type-mismatch workdir-inaccessible hostpath-not-visible-to-kubelet cni-config-missing crio-request-timeout-retry
  signature-policy-rejected selinux-relabel-slow userns-runtime-unsupported registry-plain-http`.split(
    /\s+/,
  ),
);
const OWN_WORDS = TEXT_CAUSES.filter((cause) => !COMMON_WORDS.has(cause.id));

function toRule(cause: TableCause): TextRule {
  return { ...cause, cause: cause.id };
}
const TABLE_FIRST = TABLE_CAUSES.filter((cause) => cause.isLast !== true).map(toRule);
const LATE_RULES: readonly TextRule[] = [...LATE_PULL_RULES, ...LATE_POD_RULES, ...LATE_NODE_RULES];
const TABLE_LAST = TABLE_CAUSES.filter((cause) => cause.isLast === true).map(toRule);

/** Creating and starting share their words, and so do the end of a container and its teardown. */
const SAME: Readonly<Partial<Record<ExplainStage, readonly ExplainStage[]>>> = {
  create: ['create', 'start'],
  start: ['start', 'create'],
  teardown: ['teardown', 'run'],
  run: ['run', 'teardown', 'start'],
};

/** The pause image's pull is told from others by who asks. */
const ABOUT_SANDBOXES = /sandbox|pause|infra/i;

interface Candidate {
  readonly cause: TextCause;
  readonly isPauseImage: boolean;
  readonly isPull: boolean;
  readonly stages: ReadonlySet<ExplainStage>;
}

const CANDIDATES: readonly Candidate[] = TEXT_CAUSES.map((cause) => {
  const entry = catalogueEntry(cause.id);
  return {
    cause,
    isPauseImage: entry?.group === 'sandbox-image',
    isPull: entry?.stages[0] === 'pull',
    stages: new Set<ExplainStage>([...cause.stages, ...(entry?.stages ?? [])]),
  };
});

/** Which causes may be asked about a text; what the text is about is found out once for all of them. */
function eligibility(text: PlainText, detected: DetectedStage | null) {
  const isAboutSandboxes = ABOUT_SANDBOXES.test(text.full);
  const wanted = detected?.isSure === true ? (SAME[detected.stage] ?? [detected.stage]) : null;
  const isAboutPulls =
    wanted === null && (ABOUT_PULLS.test(text.masked) || REGISTRY_URL.test(text.full));
  const isAboutNodes = wanted === null && ABOUT_NODES.test(text.masked);
  return ({ isPauseImage, isPull, stages }: Candidate): boolean => {
    if (isPauseImage && !isAboutSandboxes) return false;
    if (wanted !== null) return wanted.some((stage) => stages.has(stage));
    return isPull ? isAboutPulls : isAboutNodes;
  };
}

function stageOf(
  entry: CatalogueEntry | null,
  detected: DetectedStage | null,
  more: { readonly rule?: ExplainStage | undefined; readonly own?: readonly ExplainStage[] },
): ExplainStage {
  const usual = entry?.stages ?? [];
  if (detected?.isSure === true) {
    if (usual.includes(detected.stage)) return detected.stage;
    if (detected.stage === 'sandbox' && more.own?.includes('sandbox') === true) return 'sandbox';
    // The pause container is started like any other, and its start fails like any other.
    if (detected.stage === 'sandbox' && detected.isNamed === true && usual[0] === 'start')
      return 'sandbox';
  }
  return more.rule ?? usual[0] ?? detected?.stage ?? 'run';
}

function byRules(
  rules: readonly TextRule[],
  text: PlainText,
  detected: DetectedStage | null,
): FoundRule | null {
  const rule = rules.find((each) => tellsRule(each, text));
  if (rule === undefined) return null;
  return {
    cause: rule.cause,
    stage: stageOf(catalogueEntry(rule.cause), detected, { rule: rule.stage }),
    confidence: rule.confidence ?? USUAL_CONFIDENCE,
  };
}

function confidenceOf(cause: string, detected: DetectedStage | null): number {
  if (FOLLOW_UPS.has(cause)) return FOLLOW_UP_CONFIDENCE;
  return detected?.isSure === true ? USUAL_CONFIDENCE : UNNAMED_CALL_CONFIDENCE;
}

function byCauses(raw: string, text: PlainText, detected: DetectedStage | null): FoundRule | null {
  const isEligible = eligibility(text, detected);
  const cause =
    CANDIDATES.find((each) => isEligible(each) && each.cause.tells(raw))?.cause ??
    OWN_WORDS.find((each) => each.tells(raw));
  if (cause === undefined) return null;
  return {
    cause: cause.id,
    stage: stageOf(catalogueEntry(cause.id), detected, { own: cause.stages }),
    confidence: confidenceOf(cause.id, detected),
  };
}

/** The first rule that the text tells: culprits before victims, the special before the general, follow-ups last. */
export function findRule(raw: string): FoundRule | null {
  const text = plainText(raw);
  const detected = detectStage(text);
  return (
    byRules(FIRST_RULES, text, detected) ??
    byRules(TABLE_FIRST, text, detected) ??
    byCauses(raw, text, detected) ??
    byRules(LATE_RULES, text, detected) ??
    byRules(TABLE_LAST, text, detected) ??
    byRules(LAST_RULES, text, detected)
  );
}

/** Where a text belongs of which nobody knows the cause. */
export function bestStage(raw: string): ExplainStage {
  return detectStage(plainText(raw))?.stage ?? 'run';
}
