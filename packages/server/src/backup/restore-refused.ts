/** Nothing is restored where something lies already, or to a moment that nobody has, in words that say what to do. */
export class RestoreRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'RestoreRefused'
  }
}
