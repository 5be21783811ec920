import { useRef, useState } from 'react'
import { toast } from '../overlay/toasts.tsx'
import styles from './viewer.module.css'
import { BarButton } from './viewer-bar.tsx'

/** Prepares pages for the printer with a count, and gives up when pressed again. */
export function PrintButton({
  print,
}: {
  print: (signal: AbortSignal, onPage: (done: number, total: number) => void) => Promise<void>
}) {
  const stop = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<string | null>(null)
  const run = async () => {
    if (stop.current) {
      stop.current.abort()
      return
    }
    const begun = new AbortController()
    stop.current = begun
    try {
      await print(begun.signal, (done, total) => setProgress(`${done} из ${total}`))
    } catch {
      if (!begun.signal.aborted)
        toast.error('Не удалось подготовить файл к печати. Скачайте его и напечатайте из другой программы')
    } finally {
      stop.current = null
      setProgress(null)
    }
  }
  return (
    <>
      {progress !== null && (
        <span className={styles.printing} role="status">
          Печать: {progress}
        </span>
      )}
      <BarButton
        icon={progress === null ? 'print' : 'close'}
        label={progress === null ? 'Печать' : 'Прервать подготовку к печати'}
        onClick={() => void run()}
      />
    </>
  )
}
