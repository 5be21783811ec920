import { createServer } from 'node:net'

/** A port that cannot be listened on, with a text that says what to do. */
export class PortError extends Error {
  constructor(port: number, code: string) {
    super(
      code === 'EACCES'
        ? `Нет права слушать порт ${port}. Задайте другой: PORT=8081 npm start`
        : `Порт ${port} занят другой программой. Освободите его или задайте другой: PORT=${port === 8080 ? 8081 : port + 1} npm start`,
    )
    this.name = 'PortError'
  }
}

/** Turns the system's refusal to listen into a `PortError`; other errors stay as they are. */
export function asPortError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EADDRINUSE' || code === 'EACCES' ? new PortError(port, code) : error
}

/** Fails at once when the port is taken, before the database and the rest are started for nothing. */
export function checkPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(asPortError(error, port)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}
