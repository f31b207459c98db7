/** One or more keys; "g p" is pressed one after the other. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(' ').map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a chord have no other identity
        <kbd key={index}>{key}</kbd>
      ))}
    </span>
  );
}
