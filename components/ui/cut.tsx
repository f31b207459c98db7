/** Of a sentence the last words stay: an error's end says what failed. As `.cut-sentence` in icons.css. */
const SENTENCE_TAIL_CHARS = 18;
const SHORT_SENTENCE_CHARS = 40;

/** Shorter names are never cut; of longer ones the last characters stay, since they tell pods apart. */
const TAIL_CHARS = 6;
const SHORT_CHARS = 18;

/** A name that is cut in the middle where room is short, whole on hover; copied text is always whole. */
export function Cut({ text }: { text: string }) {
  if (text.length <= SHORT_CHARS) return <span className="cut">{text}</span>;
  return (
    <span className="cut" title={text}>
      <span className="cut-head">{text.slice(0, -TAIL_CHARS)}</span>
      <span className="cut-tail">{text.slice(-TAIL_CHARS)}</span>
    </span>
  );
}

/** As Cut, for a sentence. */
export function CutSentence({ text }: { text: string }) {
  if (text.length <= SHORT_SENTENCE_CHARS) return <span className="cut cut-sentence">{text}</span>;
  const at = withinWord(text, text.length - SENTENCE_TAIL_CHARS);
  return (
    <span className="cut cut-sentence" title={text}>
      <span className="cut-head">{text.slice(0, at)}</span>
      <span className="cut-tail">{text.slice(at)}</span>
    </span>
  );
}

/** The next place where no space would stand at an edge, and be lost there. */
function withinWord(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (!/\s/.test(text.slice(at - 1, at + 1))) return at;
  }
  return from;
}

/** An id shortened to its first characters, whole in the tooltip. */
export function ShortId({ id, chars = 12 }: { id: string; chars?: number }) {
  return (
    <span className="mono" title={id}>
      {id.length > chars ? id.slice(0, chars) : id}
    </span>
  );
}
