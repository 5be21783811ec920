/**
 * Loaded before a process of the product: moves every clock of its JavaScript by CLOCK_AHEAD_MS. Timers are not touched: a
 * machine whose clock is wrong waits as long as any other.
 */
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? '0')
const now = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, values, kind) =>
    Reflect.construct(target, values.length === 0 ? [now() + ahead] : values, kind) as object,
  apply: (target) => new target(now() + ahead).toString(),
  get: (target, name) => (name === 'now' ? () => now() + ahead : (Reflect.get(target, name) as unknown)),
})

const instant = Temporal.Now.instant.bind(Temporal.Now)
Temporal.Now.instant = () => instant().add({ milliseconds: ahead })
