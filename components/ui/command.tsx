import { CopyButton } from './copy-button.tsx';

/** A command line to take away. It wraps instead of hiding its end: people read a command before they run it. */
export function Command({ text }: { text: string }) {
  return (
    <div className="command">
      <code>{text}</code>
      <CopyButton text={text} label="Copy command" />
    </div>
  );
}
