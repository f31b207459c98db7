/** Text with its decisive part marked: [start, end) in UTF-16 units; null marks nothing. */
export function MarkedText({
  text,
  mark,
}: {
  text: string;
  mark: readonly [number, number] | null;
}) {
  if (mark === null || mark[1] <= mark[0]) return text;
  return (
    <>
      {text.slice(0, mark[0])}
      <mark>{text.slice(mark[0], mark[1])}</mark>
      {text.slice(mark[1])}
    </>
  );
}
