/** A ref for an element with the `popover` attribute: shows it in the top layer. */
export function showPopover(element: HTMLElement | null): void {
  element?.showPopover?.();
}
