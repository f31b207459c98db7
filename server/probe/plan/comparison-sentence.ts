import { splitImageName } from '../../contract/image-name.ts';
import type { PodDetail } from '../../contract/pod.ts';
import type { ProbeStep } from '../../contract/probe.ts';
import { STAGE_LABEL } from '../../contract/stage.ts';
import type { ComparedStage } from './compare-stages.ts';
import { type ComparedSubject, canStop } from './compare-subjects.ts';

export interface Compared {
  readonly detail: PodDetail;
  /** The one of its containers that is compared. */
  readonly container: string | null;
  readonly steps: readonly ProbeStep[];
  readonly stages: readonly ComparedStage[];
  readonly subjects: readonly ComparedSubject[];
}

/** The stage at which the pod stops, and the one at which the probe does. */
export function stopsOf(stages: readonly ComparedStage[]): {
  readonly there: ComparedStage | null;
  readonly here: ComparedStage | null;
} {
  return {
    there: stages.find(({ pod }) => pod === 'failed') ?? null,
    here: stages.find(({ probe }) => probe === 'failed') ?? null,
  };
}

/** What follows from both, in one or two sentences. */
export function comparisonSentence(compared: Compared): string {
  const { detail, stages } = compared;
  const { there, here } = stopsOf(stages);
  if (detail.verdict.outcome === 'terminating' || detail.verdict.stage === 'teardown') {
    return 'This pod is on its way down, and a probe tests the way up: it says nothing about that.';
  }
  if (there === null) return withoutFailure(compared, here);
  if (there.stage === 'kubelet') return beforeCri(stages, here);
  const isEarlier = here !== null && stages.indexOf(here) < stages.indexOf(there);
  if (isEarlier) return stopsEarlier(compared, here, there);
  const later =
    here === null || here === there ? '' : ` The probe fails later itself, at ${label(here)}.`;
  return `${atStage(compared, there)}${later}`;
}

function label({ stage }: ComparedStage): string {
  return stage === 'run' ? "the container's run" : STAGE_LABEL[stage];
}

function hasPassed(stages: readonly ComparedStage[]): boolean {
  return stages.every(({ probe }) => probe === 'ok' || probe === 'skipped');
}

function withoutFailure(
  { detail, container, stages, subjects }: Compared,
  here: ComparedStage | null,
): string {
  const { outcome, container: decides } = detail.verdict;
  if (outcome === 'stuck' && decides !== null && decides !== container) {
    return `Container ${container ?? ''} of this pod does not fail; ${decides} does: hold the probe beside that one.`;
  }
  if (outcome === 'stuck' || outcome === 'unknown') {
    return 'At which call this pod stops is not known, so there is nothing to hold the probe against.';
  }
  if (here !== null) {
    const differs = subjects.filter(({ verdict }) => verdict === 'differs').map(wordOf);
    const more = differs.length === 0 ? '' : ` It differs in ${list(differs)}.`;
    return `The probe fails at ${label(here)}, and this pod does not fail now.${more}`;
  }
  return hasPassed(stages)
    ? 'Both pass: this pod does not fail now.'
    : 'This pod does not fail now, and the probe has not come to its end.';
}

function beforeCri(stages: readonly ComparedStage[], here: ComparedStage | null): string {
  const lead =
    "This pod stops before the first CRI call, in kubelet's own work (admission, volumes, control group), which a probe goes round and does not test.";
  if (here !== null)
    return `${lead} The probe fails at ${label(here)}, so the pod may stop there next.`;
  return hasPassed(stages)
    ? `${lead} The runtime can start a pod here: look at kubelet and at this pod's volumes.`
    : lead;
}

function stopsEarlier(compared: Compared, here: ComparedStage, there: ComparedStage): string {
  const differs = compared.subjects
    .filter(({ subject, verdict }) => verdict === 'differs' && canStop(here.stage, subject))
    .map(wordOf);
  const why =
    differs.length === 0
      ? 'That failure began after the pod had passed, or it comes and goes.'
      : `The two differ in ${list(differs)}.`;
  return `The probe stops earlier, at ${label(here)}, which this pod passed: it says nothing about ${label(there)}. ${why}`;
}

function atStage(compared: Compared, there: ComparedStage): string {
  switch (there.reading) {
    case 'same-failure':
      return sameFailure(compared, there);
    case 'other-failure':
      return `Both stop at ${label(there)}, but not for the same cause: the probe's does not explain the pod's.`;
    case 'only-pod-fails':
      return there.stage === 'pull' ? onlyPodCannotPull(compared) : onlyPodFails(compared, there);
    default:
      return open(there);
  }
}

function open(there: ComparedStage): string {
  if (there.stage === 'pull' && there.probe === 'skipped') {
    return 'The probe pulled nothing, for its image is on this node already: it says nothing about the pull. Try it with pull policy Always.';
  }
  return there.probe === 'pending' || there.probe === 'running'
    ? `The probe has not come past ${label(there)} yet.`
    : `The probe ended before ${label(there)} was answered, so it says nothing about it.`;
}

function verdictOf({ subjects }: Compared, subject: ComparedSubject['subject']) {
  return subjects.find((item) => item.subject === subject)?.verdict ?? 'unknown';
}

function sameFailure(compared: Compared, there: ComparedStage): string {
  const image = verdictOf(compared, 'image');
  if (there.stage === 'sandbox') {
    const handler = compared.subjects.find(({ subject }) => subject === 'runtime-handler');
    return handler?.probe === 'the default one' || handler?.verdict === 'differs'
      ? 'The node fails for any pod: look at the node, not at this pod.'
      : `The node fails for any pod with the handler ${handler?.probe ?? ''}: look at the node and that handler, not at this pod.`;
  }
  if (there.stage === 'pull') {
    return image === 'differs'
      ? 'Another image fails in the same way: look at the way from this node to the registry, not at this pod.'
      : "The probe cannot pull it either, for the same cause: look at the image's name, its registry and the login, not at this pod's other settings.";
  }
  if (image === 'differs') {
    return 'The node fails for another image too, in the same way: look at the node, not at this pod.';
  }
  return verdictOf(compared, 'command') === 'same'
    ? "The same image and command fail without this pod's environment and security settings too: look at the image, the command and the node, not at those."
    : "The same image fails without this pod's environment and security settings too: look at the image and the node, not at those.";
}

function onlyPodCannotPull(compared: Compared): string {
  const image = compared.subjects.find(({ subject }) => subject === 'image');
  if (image?.verdict === 'differs') {
    const isSameRegistry =
      splitImageName(image.probe).registry === splitImageName(image.pod).registry;
    return isSameRegistry
      ? "The probe pulls another image from the same registry: this node reaches it. Look at the name of the pod's image and at its pull secret."
      : "The probe pulls an image from another registry: look at the registry of the pod's image, its name and the pod's pull secret.";
  }
  const pull = compared.steps.find(({ call }) => call === 'PullImage');
  return pull?.request?.['auth'] === undefined
    ? "The same image can be pulled without a login: the failure has passed, or the pod's pull secret or pull policy is in the way."
    : "With the login that you gave the same image can be pulled: look at the pod's pull secret.";
}

function onlyPodFails(compared: Compared, there: ComparedStage): string {
  const suspects = compared.subjects.filter(({ isSuspect }) => isSuspect);
  // What is known to differ comes before what nobody could compare.
  const words = [
    ...suspects.filter(({ verdict }) => verdict === 'differs'),
    ...suspects.filter(({ verdict }) => verdict === 'unknown'),
  ].map(wordOf);
  const more = there.stage === 'start' || there.stage === 'run' ? ['environment'] : [];
  const all = [...words, ...more];
  const lead =
    there.stage === 'run'
      ? "The probe's container stays where your pod's does not"
      : `The probe passes ${label(there)} where your pod fails`;
  const passed = there.stage === 'sandbox' ? ', or the failure has passed' : '';
  return all.length === 0
    ? `${lead}, and asks for the same: the failure may have passed.`
    : `${lead}: look at this pod's ${list(all)}${passed}.`;
}

const WORDS: Readonly<Record<ComparedSubject['subject'], string>> = {
  image: 'image',
  'runtime-handler': 'runtime handler',
  mounts: 'mounts',
  network: 'network',
  security: 'security settings',
  command: 'command',
  resources: 'resources',
};

function wordOf({ subject }: ComparedSubject): string {
  return WORDS[subject];
}

function list(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
