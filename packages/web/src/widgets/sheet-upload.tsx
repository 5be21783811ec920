import { type ReactNode, useState } from 'react'
import { describeFailure } from '#api/failure.ts'
import { Progress } from '#ui/progress.tsx'
import { failureLine } from './notify-failure.ts'
import { SheetDrop } from './sheet-drop.tsx'
import styles from './sheet-upload.module.css'

/** What is wrong with a file: a line, and its mistakes one by one where the answer names them. */
function issueOf(failure: unknown): { readonly issue: string; readonly mistakes: readonly string[] } {
  const { fields, description } = describeFailure(failure)
  const mistakes = fields.filter(({ label }) => label !== 'file').map(({ message }) => message)
  return { issue: mistakes.length > 0 ? description : failureLine(failure), mistakes }
}

const none = { issue: null, mistakes: [] as readonly string[] }

/** A place for a file of rows, which is sent as soon as it is dropped or chosen; what is refused is told below. */
export function SheetUpload<T>({
  maxBytes,
  kinds,
  send,
  onSent,
  children,
}: {
  maxBytes: number
  /** Endings of the names of files that are taken; XLSX and CSV by default. */
  kinds?: readonly string[]
  send: (file: File) => Promise<T>
  onSent: (answer: T) => void
  /** What has to be in the file. */
  children: ReactNode
}) {
  const [sending, setSending] = useState<string | null>(null)
  const [{ issue, mistakes }, setWrong] = useState<ReturnType<typeof issueOf> | typeof none>(none)
  const take = async (file: File) => {
    setWrong(none)
    setSending(file.name)
    try {
      onSent(await send(file))
    } catch (failure) {
      setWrong(issueOf(failure))
    } finally {
      setSending(null)
    }
  }
  if (sending !== null) return <Progress label={`Передаём файл «${sending}»`} done={0} total={null} />
  return (
    <>
      <SheetDrop
        maxBytes={maxBytes}
        issue={issue}
        onTake={(file) => void take(file)}
        {...(kinds && { kinds })}
      >
        {children}
      </SheetDrop>
      {mistakes.length > 0 && (
        <ul className={styles.mistakes} aria-label="Ошибки в файле">
          {mistakes.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  )
}
