import type { FastifyInstance } from 'fastify'
import type { Serving } from './open-ground.ts'

/** Requests get this long to finish; open live connections are closed politely before. */
export const finishMs = 10_000

/** Connections that may wait to be taken: Node's 511 are too few when everybody comes back at once. */
const backlog = 4_096

/** Listens until stopped: then requests that have begun are finished. */
export async function takeRequests(
  app: FastifyInstance,
  {
    config,
    started,
    onClosing,
  }: Pick<Serving, 'config' | 'started'> & { readonly onClosing?: () => Promise<void> },
): Promise<void> {
  started.add(async () => {
    const closed = app.close()
    await onClosing?.()
    const late = setTimeout(() => app.server.closeAllConnections(), finishMs)
    app.server.closeIdleConnections()
    await closed
    clearTimeout(late)
  })
  await app.listen({ port: config.port, host: config.host, backlog })
}
