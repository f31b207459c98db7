import type { ActionPreview } from '../contract/action.ts';
import { shellWord } from '../contract/shell-word.ts';
import type { KubeletLife } from './kubelet-life.ts';
import type { Owner } from './owner.ts';
import { imageName, type PodNames, type Subject, shortId } from './subject.ts';

export interface ActionJudgement {
  /** Why it may not be done, in a sentence; null when it may. */
  readonly refusal: string | null;
  readonly instead: ActionPreview['instead'];
}

type OfPod = Exclude<Subject, { kind: 'remove-image' }>;

/** What kubelet would do about it, by kind. */
const UNDONE: Readonly<Record<OfPod['kind'], string>> = {
  'stop-container': 'it would start the container again',
  'remove-container':
    'it keeps the record of this container, and makes a new one when it misses it',
  'stop-sandbox': 'it would make the pod a new sandbox',
  'remove-sandbox': 'it would make the pod a new sandbox',
};

/** Whether the action may be done now, and what to do instead. Pure and total. */
export function judgeAction(subject: Subject, life: KubeletLife): ActionJudgement {
  if (subject.kind === 'remove-image') return judgeImage(subject.image);
  if (subject.kind === 'stop-container' && subject.container.state !== 'running') {
    const state = subject.container.state === 'exited' ? 'has ended' : 'does not run';
    return refused(`Nothing is to be stopped: the container ${state}.`);
  }
  const { owner } = subject;
  if (owner.by === 'nobody' || life.state === 'dead') return { refusal: null, instead: [] };
  if (life.state === 'unknown') {
    const advice = life.advice === null ? [] : [{ text: life.advice, command: null }];
    return {
      refusal: `${life.reason} What kubelet owns is left alone until that is known.`,
      instead: [...advice, ...kubectlWay(subject, owner)],
    };
  }
  return {
    refusal: `kubelet owns it and would undo this: ${UNDONE[subject.kind]}. ${life.reason}`,
    instead: kubectlWay(subject, owner),
  };
}

function judgeImage(image: Extract<Subject, { kind: 'remove-image' }>['image']): ActionJudgement {
  const { neededBecause, users } = image;
  if (neededBecause === null) return { refusal: null, instead: [] };
  if (users.length === 0) return refused(neededBecause);
  return {
    refusal: neededBecause,
    instead: [
      {
        text: `See the containers made of ${imageName(image)}, those that have ended too. The image can go once they are removed.`,
        command: `crictl ps -a --image ${shellWord(shortId(image.id))}`,
      },
    ],
  };
}

function kubectlWay(
  subject: OfPod,
  { staticPod }: Extract<Owner, { by: 'kubelet' }>,
): ActionPreview['instead'] {
  const steps = staticPod === null ? [deletePod(subject.pod)] : [moveManifest(staticPod.manifest)];
  if (!('container' in subject)) return steps;
  return [
    ...steps,
    {
      text: 'kubectl has nothing for one container alone: kubelet starts it again by itself when it ends, and undoes what crictl does to it.',
      command: null,
    },
  ];
}

function deletePod({ namespace, name }: PodNames): ActionPreview['instead'][number] {
  return {
    text: 'Delete the pod: kubelet ends it in order, and its controller, if it has one, makes a new one.',
    command: `kubectl delete pod -n ${shellWord(namespace)} ${shellWord(name)}`,
  };
}

function moveManifest(manifest: string | null): ActionPreview['instead'][number] {
  return {
    text: `It is a static pod: move its manifest out of the folder, and kubelet ends the pod. Deleting what kubectl shows of it does nothing.${manifest === null ? ' The file is in the folder that staticPodPath of the kubelet configuration names.' : ''}`,
    command: manifest === null ? null : `mv ${shellWord(manifest)} /root/`,
  };
}

function refused(refusal: string): ActionJudgement {
  return { refusal, instead: [] };
}
