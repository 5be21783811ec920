import { tokenDestination } from '@ipoteka-office/contract/live.ts'
import { sessionOver } from '@ipoteka-office/contract/session/identity.ts'
import { Client } from '@stomp/stompjs'
import type { Transport } from './live-connection.ts'
import { noteSessionOver, tokens, whenRenewed } from './token.ts'

const heartBeatMs = 25_000

const addressOf = ({ protocol, host }: Location) => `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Milliseconds since the page began; the time of its life alone stands still while the computer sleeps. */
const pageAge = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)

/**
 * What happened at `from`, a moment of this page, in moments of the server: the connection was answered with one, and
 * since then both clocks have gone on alike. The way of the answer makes it too early, never too late.
 */
const sinceOf = (from: number, server: { moment: number; heardAt: number }) =>
  Math.floor(server.moment - (server.heardAt - from))

/** STOMP 1.2 over /ws; every connect takes a fresh token, and a broken connection is reported once. */
export function createStompTransport(): Transport {
  let client: Client | null = null
  let server = { moment: Number.NaN, heardAt: 0 }
  // The server ends a connection with its token: one that goes on with the next token misses nothing.
  whenRenewed(() => {
    const token = tokens.current()
    if (token === undefined || !client?.connected) return
    client.publish({ destination: tokenDestination, headers: { Authorization: `Bearer ${token}` } })
  })
  return {
    connect(on) {
      let reported = false
      const fail = (reason: string, refused?: string) => {
        if (reported || client !== mine) return
        reported = true
        void mine.deactivate({ force: true })
        on.failed(reason, refused)
      }
      const mine: Client = new Client({
        brokerURL: addressOf(location),
        reconnectDelay: 0,
        connectionTimeout: 20_000,
        heartbeatIncoming: heartBeatMs,
        heartbeatOutgoing: heartBeatMs,
        beforeConnect: async () => {
          const token = await tokens.fresh()
          mine.connectHeaders = token === undefined ? {} : { Authorization: `Bearer ${token}` }
        },
        onConnect: ({ headers }) => {
          server = { moment: Number(headers.moment), heardAt: pageAge() }
          on.connected()
        },
        onStompError: ({ headers }) => {
          fail(headers.message ?? 'сервер отказал', headers.destination)
          if (headers.message === sessionOver) noteSessionOver()
        },
        onWebSocketError: () => fail('ошибка соединения'),
        onWebSocketClose: () => fail('соединение закрыто'),
      })
      client = mine
      mine.activate()
    },
    disconnect() {
      void client?.deactivate()
      client = null
    },
    subscribe(topic, onMessage, from) {
      const since = sinceOf(from, server)
      const subscription = client?.subscribe(
        topic,
        (message) => onMessage(parsed(message.body)),
        Number.isNaN(since) ? {} : { since: String(since) },
      )
      // An instance of an older version cannot say what was missed.
      if (Number.isNaN(since)) onMessage(undefined)
      return () => {
        if (client?.connected) subscription?.unsubscribe()
      }
    },
  }
}
