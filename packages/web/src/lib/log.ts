/** A warning for whoever looks into the browser's console; never personal data. */
export function logWarning(text: string, detail?: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes to the console
  console.warn(text, detail ?? '')
}
