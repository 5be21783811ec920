import { acceptOf, pageKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import {
  guessPaperType,
  leastPageBytes,
  maxGuessedBytes,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#api/call.ts'
import { isExpected } from '#api/failure.ts'
import { useRights } from '#api/rights.ts'
import { noteError } from '#lib/unexpected.ts'
import type { TypedFile } from './upload-queue.ts'

/** Each is sent and read for some seconds: of a whole folder the person has answered before. */
const mostRead = 8
const readable = acceptOf(pageKinds).split(',')

/** Whether the kind of paper can be read from the file. */
export const canBeRead = ({ name, size }: Pick<File, 'name' | 'size'>): boolean =>
  size >= leastPageBytes &&
  size <= maxGuessedBytes &&
  readable.some((ending) => name.toLowerCase().endsWith(ending))

/** Reads, one after the other, what the files without a type show, and tells each that could be told. */
export function usePaperTypes(
  files: readonly TypedFile[],
  onTold: (file: File, typeCode: string) => void,
): { told: ReadonlyMap<File, string>; reading: File | null } {
  const may = useRights().mayCall(guessPaperType)
  const [told, setTold] = useState<ReadonlyMap<File, string>>(new Map())
  const [reading, setReading] = useState<File | null>(null)
  const isOpen = useEffectEvent((file: File) =>
    files.some((row) => row.file === file && row.typeCode === null),
  )
  const take = useEffectEvent((file: File, typeCode: string) => {
    setTold((before) => new Map([...before, [file, typeCode]]))
    onTold(file, typeCode)
  })
  const wanted = useEffectEvent(() =>
    files
      .flatMap(({ file, typeCode }) => (typeCode === null && canBeRead(file) ? [file] : []))
      .slice(0, mostRead),
  )
  useEffect(() => {
    if (!may) return
    const stop = new AbortController()
    const read = async () => {
      for (const file of wanted()) {
        if (!isOpen(file)) continue
        setReading(file)
        const { typeCode } = await call(guessPaperType, {}, { file, signal: stop.signal, quiet: true })
        if (stop.signal.aborted) return
        if (typeCode !== null) take(file, typeCode)
      }
    }
    read()
      // The question stays with the person: a reader that is busy or a file that cannot be read is no matter here.
      .catch((failure: unknown) => isExpected(failure) || noteError(failure))
      .finally(() => !stop.signal.aborted && setReading(null))
    return () => stop.abort()
  }, [may])
  return { told, reading }
}
