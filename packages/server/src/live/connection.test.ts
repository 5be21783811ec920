import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Connection, defaultLimits } from './connection.ts'

it('cuts off a reader that does not keep up, at the limit of unsent bytes', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await new Promise((resolve) => client.once('open', resolve))
  client.pause()
  const socket = await accepted
  let ended = 0
  const connection = new Connection(socket, defaultLimits, {
    frame: () => Promise.resolve(),
    closed: () => {
      ended += 1
    },
    error: (error) => {
      throw error
    },
  })
  let largest = 0
  for (let i = 0; i < 5_000 && !connection.closed; i++) {
    connection.send('MESSAGE', { destination: '/topic/approvers.oic' }, 'x'.repeat(10_000))
    largest = Math.max(largest, socket.bufferedAmount)
    if (i % 10 === 0) await new Promise(setImmediate)
  }
  expect(connection.closed).toBe(true)
  expect(ended).toBe(1)
  expect(largest).toBeLessThan(defaultLimits.maxBufferedBytes + 11_000)
  client.terminate()
  await new Promise((resolve) => server.close(resolve))
})
