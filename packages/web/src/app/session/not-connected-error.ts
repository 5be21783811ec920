/** The identity script could not be loaded; `address` is where a person may look for the reason. */
export class NotConnectedError extends Error {
  readonly address: string

  constructor(message: string, address: string, options?: ErrorOptions) {
    super(message, options)
    this.address = address
  }
}
