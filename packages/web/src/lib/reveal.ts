/** Scrolls a pane by as little as shows an item of it whole. Not scrollIntoView: it would move the page around too. */
export function reveal(pane: HTMLElement, item: HTMLElement): void {
  if (item.offsetTop < pane.scrollTop) pane.scrollTop = item.offsetTop
  else if (item.offsetTop + item.offsetHeight > pane.scrollTop + pane.clientHeight)
    pane.scrollTop = item.offsetTop + item.offsetHeight - pane.clientHeight
}
