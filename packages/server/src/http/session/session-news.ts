import type { Db } from '#db/database.ts'
import { Listener } from '#live/listener.ts'
import { type EndedSession, findEndedSessions } from './ended-sessions.repo.ts'
import type { EndedSessions } from './ended-sessions.ts'

const rightsChannel = 'rights_changed'
const endedChannel = 'session_ended'
/** The list of ended sessions that could not be read is asked for again after this. */
const againMs = 1_000

interface NewsOptions {
  readonly db: Db
  readonly connectionString: string
  readonly ended: EndedSessions
  /** Drops what is remembered of rights. */
  readonly forget: () => void
  readonly onError: (error: unknown) => void
}

/** What an instance hears of sessions. */
export interface SessionNews {
  /** Whether everything that was told until now is known here. */
  isHeard(): boolean
  stop(): Promise<void>
}

/** Hears on every instance of changed rights and of ended sessions; after a break the list is read anew before it is trusted. */
export async function listenForNews(options: NewsOptions): Promise<SessionNews> {
  const { ended, forget, onError } = options
  let heard = false
  let breaks = 0
  let again: NodeJS.Timeout | undefined
  const readAll = async (): Promise<void> => {
    const before = breaks
    clearTimeout(again)
    try {
      const endings = await findEndedSessions(options.db)
      if (before !== breaks) return
      ended.load(endings, Date.now())
      forget()
      heard = true
    } catch (error) {
      if (before !== breaks) return
      onError(error)
      again = setTimeout(() => void readAll(), againMs)
    }
  }
  const listener = new Listener(options.connectionString, [rightsChannel, endedChannel], {
    onNotification: (channel, payload) => {
      if (channel === rightsChannel) forget()
      else ended.add(JSON.parse(payload) as EndedSession)
    },
    onLost: () => {
      breaks += 1
      heard = false
    },
    onReconnect: () => void readAll(),
    onError,
  })
  await listener.start()
  if (listener.connected) await readAll()
  return {
    isHeard: () => heard,
    async stop() {
      breaks += 1
      clearTimeout(again)
      await listener.stop()
    },
  }
}
