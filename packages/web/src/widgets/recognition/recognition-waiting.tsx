import type { RecognitionKind } from '@ipoteka-office/contract/recognition/recognition.ts'
import { recognitionKinds } from '@ipoteka-office/contract/recognition/recognition.ts'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { useRecognitionState } from './use-recognition.ts'

/** Recognition does not work here, and what to do about it. */
export function RecognitionUnavailable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Empty title="Распознавание недоступно" text={message.replace(/^Распознавание недоступно: /, '')}>
      <Button onClick={onRetry}>Проверить ещё раз</Button>
    </Empty>
  )
}

/** The file is being read: for how long, behind how many others; the wait can be given up. */
export function RecognitionRunning({
  kind,
  since,
  onCancel,
}: {
  kind: RecognitionKind
  since: number
  onCancel: () => void
}) {
  const state = useRecognitionState(true)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - since) / 1_000))
  const queue = state && state.waiting > 0 ? `В очереди: ${state.waiting}. ` : ''
  return (
    <>
      <DelayedLoader delay={0} />
      <Empty
        title={`Распознаём документ: ${recognitionKinds[kind]}`}
        text={`${queue}Обычно это занимает до десяти секунд. Прошло ${seconds} с`}
      >
        <Button onClick={onCancel}>Отменить</Button>
      </Empty>
    </>
  )
}
