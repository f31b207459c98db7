interface PendingChangesProps {
  readonly count: number;
  /** Where they are: "the order", "the list". */
  readonly where: string;
  readonly onShow: () => void;
}

/** Rows that would stand elsewhere by now; they move when a person says so. */
export function PendingChanges({ count, where, onShow }: PendingChangesProps) {
  if (count === 0) return null;
  return (
    <button type="button" className="pill" onClick={onShow}>
      {count} {count === 1 ? 'change' : 'changes'} in {where} – show
    </button>
  );
}

/** The room of rows of a table that are not made. */
export function SpacerRow({ px, columns }: { readonly px: number; readonly columns: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden className="spacer">
      <td colSpan={columns} height={px} />
    </tr>
  );
}
