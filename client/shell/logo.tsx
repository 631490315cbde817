export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className="mark-sheet"
        d="M8 6h16a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z"
      />
      <path className="mark-flag" d="M28 9v15a4 4 0 0 1-4 4H8a4 4 0 0 1-2.6-1z" />
      <path
        className="mark-frame"
        d="M8 6h16a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4zM11 3v5M21 3v5"
      />
    </svg>
  );
}
