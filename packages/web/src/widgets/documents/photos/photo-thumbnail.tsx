import { drawThumbnail } from '@ipoteka-office/contract/documents/document-files.ts'
import type { DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keyOf } from '#api/query.ts'
import { send } from '#api/send.ts'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './photos.module.css'

/** The small picture of a photo, turned as people turned it. */
export function PhotoThumbnail({ documentId, file }: { documentId: number; file: DocumentFile }) {
  const { storageId, rotation } = file
  // The bytes of a file never change, so that a picture is asked for once.
  const { data, isError } = useQuery({
    queryKey: [...keyOf(drawThumbnail), storageId],
    queryFn: async ({ signal }) => {
      const request = { params: { id: String(documentId) }, query: { storageId } }
      return (await send(drawThumbnail, request, { signal })).blob()
    },
  })
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (isError)
    return (
      <span className={cx(styles.blank, 'muted small')}>
        <Icon name="file" /> Миниатюры нет
      </span>
    )
  if (address === null) return <span className={cx(styles.blank, styles.waiting)} />
  // What is shown is told by the button around it.
  return <img src={address} alt="" data-turn={rotation} draggable={false} />
}
