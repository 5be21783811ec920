import { Client } from '@stomp/stompjs'
import type { Transport } from './live-connection.ts'
import { tokens } from './token.ts'

const heartBeatMs = 25_000

const addressOf = ({ protocol, host }: Location) => `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** STOMP 1.2 over /ws; every connect takes a fresh token, and a broken connection is reported once. */
export function createStompTransport(): Transport {
  let client: Client | null = null
  return {
    connect(on) {
      let reported = false
      const fail = (reason: string) => {
        if (reported || client !== mine) return
        reported = true
        void mine.deactivate({ force: true })
        on.failed(reason)
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
        onConnect: () => on.connected(),
        onStompError: (frame) => fail(frame.headers.message ?? 'сервер отказал'),
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
    subscribe(topic, onMessage) {
      const subscription = client?.subscribe(topic, (message) => onMessage(parsed(message.body)))
      return () => {
        if (client?.connected) subscription?.unsubscribe()
      }
    },
  }
}
