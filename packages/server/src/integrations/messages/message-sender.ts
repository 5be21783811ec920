/** A letter or a text message to somebody outside. */
export interface OutgoingMessage {
  /** The same for every attempt: a service that knows it sends once. */
  readonly id: string
  readonly channel: 'EMAIL' | 'SMS'
  readonly address: string
  readonly subject: string
  readonly text: string
}

/** Hands a message over to whoever delivers it; throws when it was not taken, to be tried again. */
export interface MessageSender {
  readonly kind: 'SERVICE' | 'STAND_IN'
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>
}
