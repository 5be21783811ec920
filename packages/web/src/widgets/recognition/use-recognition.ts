import {
  getRecognitionState,
  type Recognition,
  type RecognitionKind,
  recogniseIncomeCertificate,
  recognisePassport,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'

/** What is going on with the recognition of a file. */
export type RecognitionProgress =
  | { kind: 'running'; since: number }
  | { kind: 'done'; result: Recognition }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'cancelled' }

const endpoints = { PASSPORT: recognisePassport, INCOME_CERTIFICATE: recogniseIncomeCertificate } as const
/** How often the length of the queue is asked while waiting. */
const askMs = 2_000

/** Recognises the file as soon as it is shown; it can be cancelled and done anew. */
export function useRecognition(kind: RecognitionKind, documentId: number, storageId: string) {
  const [progress, setProgress] = useState<RecognitionProgress>(() => ({
    kind: 'running',
    since: Date.now(),
  }))
  const running = useRef<AbortController>(undefined)
  const start = async (again: boolean) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setProgress({ kind: 'running', since: Date.now() })
    try {
      const body = { documentId, storageId, again }
      const result = await call(endpoints[kind], { body }, { signal: stop.signal })
      if (!stop.signal.aborted) setProgress({ kind: 'done', result })
    } catch (failure) {
      if (!stop.signal.aborted) setProgress({ kind: 'failed', failure })
    }
  }
  const begin = useEffectEvent(() => void start(false))
  useEffect(() => {
    begin()
    return () => running.current?.abort()
  }, [kind, documentId, storageId])
  const cancel = () => {
    running.current?.abort()
    setProgress({ kind: 'cancelled' })
  }
  return { progress, cancel, again: () => void start(true), retry: () => void start(false) }
}

/** Whether recognition is there and how many wait; asked again and again while `live`. */
export function useRecognitionState(live: boolean) {
  return useQuery({ ...query(getRecognitionState), staleTime: 0, refetchInterval: live ? askMs : false }).data
}
