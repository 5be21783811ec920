import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { RequestArgs } from '#api/call.ts'
import { download } from '#api/download.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'

/** Saves what a call answers with; says that it takes its time. */
export async function saveFile<const S extends EndpointSpec>(
  what: string,
  endpoint: S,
  ...args: RequestArgs<S>
): Promise<void> {
  const waiting = toast.info(`${what}: готовим файл…`, { key: `save ${what}`, keepOnRouteChange: true })
  try {
    const saved = await download(endpoint, ...args)
    if (saved.kind === 'file') toast.success(`${what}: ${saved.name}`)
  } catch (failure) {
    notifyFailure(failure)
  } finally {
    toast.close(waiting)
  }
}
