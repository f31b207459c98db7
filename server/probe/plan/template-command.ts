import type { KubeletContainer } from '../../contract/kubelet-pod.ts';
import type { ProbeOptions } from '../../contract/probe.ts';
import { redactWords } from './redact-request.ts';

export interface TemplateCommand {
  /** Both empty: as the image says. */
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly leftOut: ProbeOptions['leftOut'];
}

const WHAT = 'command and arguments';
/** kubelet puts values of the environment there: $(NAME). Two dollars stand for one. */
const VARIABLE = /(?<!\$)\$\([A-Za-z_][\w.-]*\)/;

/** The command that the pod's container asks for, unless it may hold a secret. */
export function templateCommand(wanted: KubeletContainer | null): TemplateCommand {
  const wants = wanted?.wants;
  if (wants === undefined) {
    return none("kubelet does not tell them: the image's own are run");
  }
  const words = [...wants.command, ...wants.args];
  if (redactWords(words).some((word, index) => word !== words[index])) {
    return none("they hold what looks like a secret: the image's own are run");
  }
  const hasVariable = words.some((word) => VARIABLE.test(word));
  const why = 'kubelet fills them in from the environment, and the probe has none';
  const { command, args } = wants;
  return { command, args, leftOut: hasVariable ? [{ what: 'variables of the command', why }] : [] };
}

function none(why: string): TemplateCommand {
  return { command: [], args: [], leftOut: [{ what: WHAT, why }] };
}
