import { Listener } from './listener.ts'

/** A change that is announced and never committed is forgotten after this. */
const changeMs = 10_000

export interface RememberedOptions<T> {
  /** For the connection that hears of changes. */
  readonly connectionString: string
  /** Its notifications name the key that has changed. */
  readonly channel: string
  readonly load: (key: string) => Promise<T>
  readonly onError: (error: unknown) => void
}

/** What was read of the database, kept by its key: an instance forgets it when any instance changes it. */
export class Remembered<T> {
  readonly #read: (key: string) => Promise<T>
  readonly #listener: Listener
  readonly #known = new Map<string, T>()
  readonly #loading = new Map<string, Promise<T>>()
  /** Keys that this instance is changing, until when at most: they are not remembered before the commit is heard. */
  readonly #changing = new Map<string, number>()
  #generation = 0

  constructor({ connectionString, channel, load, onError }: RememberedOptions<T>) {
    this.#read = load
    this.#listener = new Listener(connectionString, [channel], {
      onNotification: (_channel, key) => this.#forget(key),
      onReconnect: () => this.#forgetAll(),
      onError,
    })
  }

  start(): Promise<void> {
    return this.#listener.start()
  }

  close(): Promise<void> {
    return this.#listener.stop()
  }

  /** The transaction at hand changes what is kept: whoever reads after its commit sees the change. */
  expectChange(key: string): void {
    this.#known.delete(key)
    this.#generation += 1
    this.#changing.set(key, Date.now() + changeMs)
  }

  get(key: string): T | Promise<T> {
    const known = this.#known.get(key)
    if (known !== undefined && this.#listener.connected) return known
    const loading = this.#loading.get(key)
    if (loading !== undefined && !this.#isChanging(key)) return loading
    const started = this.#load(key).finally(() => {
      if (this.#loading.get(key) === started) this.#loading.delete(key)
    })
    this.#loading.set(key, started)
    return started
  }

  async #load(key: string): Promise<T> {
    const readAt = this.#generation
    const value = await this.#read(key)
    if (readAt === this.#generation && !this.#isChanging(key)) this.#known.set(key, value)
    return value
  }

  #isChanging(key: string): boolean {
    const until = this.#changing.get(key)
    if (until === undefined) return false
    if (until > Date.now()) return true
    this.#changing.delete(key)
    return false
  }

  #forget(key: string): void {
    this.#changing.delete(key)
    this.#known.delete(key)
    this.#loading.delete(key)
    this.#generation += 1
  }

  #forgetAll(): void {
    this.#changing.clear()
    this.#known.clear()
    this.#loading.clear()
    this.#generation += 1
  }
}
