import { type DocumentOwner, DocumentParticipantRole } from '@ipoteka-office/contract/documents.ts'
import { useState } from 'react'
import type { UploadWanted } from '../completeness/requirement-item.tsx'
import { pickFiles } from './pick-file.ts'
import { TypeDialog } from './type-dialog.tsx'
import type { UploadTarget } from './upload-queue.ts'
import { uploaderOf } from './uploader.ts'

/** Takes files for a requirement; where several types fit, the person says which. */
export function useWantedUpload(owner: DocumentOwner) {
  const [asked, setAsked] = useState<{
    files: File[]
    target: UploadTarget
    types: readonly string[]
  } | null>(null)
  const upload = async ({ typeCodes, participant }: UploadWanted) => {
    const files = await pickFiles(true)
    const [only] = typeCodes
    if (files.length === 0) return
    const role = DocumentParticipantRole.safeParse(participant?.role)
    const target = role.success
      ? { participant: { roleCode: role.data, name: participant?.name || (participant?.key ?? '') } }
      : {}
    if (typeCodes.length === 1 && only !== undefined)
      await uploaderOf(owner).add(files, { ...target, typeCode: only })
    else setAsked({ files, target, types: typeCodes })
  }
  const dialog = asked && (
    <TypeDialog
      title="Тип загружаемых файлов"
      text="Подойдёт любой из документов требования. Какой это документ?"
      owner={owner}
      types={asked.types}
      onChoose={(typeCode) => uploaderOf(owner).add(asked.files, { ...asked.target, typeCode })}
      onClose={() => setAsked(null)}
    />
  )
  return { upload, dialog }
}
