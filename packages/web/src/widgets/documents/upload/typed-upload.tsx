import { guessDocumentType } from '@ipoteka-office/contract/documents/document-guess.ts'
import { type DocumentOwner, listUsableDocumentTypes } from '@ipoteka-office/contract/documents/documents.ts'
import { useState } from 'react'
import { query, queryClient } from '#api/query.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { fileText } from '../file-text.ts'
import { fileIssue, matchFiles, type TypedFile, type UploadTarget } from './upload-queue.ts'
import { UploadTypesDialog } from './upload-types-dialog.tsx'
import { uploaderOf } from './uploader.ts'

interface Asked {
  readonly files: readonly TypedFile[]
  readonly target: UploadTarget
  readonly types: readonly string[] | null
}

type Types = Awaited<ReturnType<typeof typesOf>>
const typesOf = (owner: DocumentOwner) =>
  queryClient.ensureQueryData(query(listUsableDocumentTypes, { query: { ownerType: owner.ownerType } }))

async function guessed(file: File, types: Types, only: readonly string[] | null): Promise<TypedFile> {
  const all = types.flatMap((category) => category.types)
  const fit = only === null ? all : all.filter(({ code }) => only.includes(code))
  const byName = guessDocumentType({ name: file.name }, fit)
  if (byName !== null) return { file, typeCode: byName }
  return { file, typeCode: guessDocumentType({ name: file.name, text: await fileText(file) }, fit) }
}

/** Takes files of which the types are not said: guesses what it can, and asks once for all the rest. */
export function useTypedUpload(owner: DocumentOwner) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const uploader = uploaderOf(owner)
  const send = (files: readonly TypedFile[], target: UploadTarget) => {
    const typeOf = new Map(files.map(({ file, typeCode }) => [file, typeCode]))
    return uploader.add([...typeOf.keys()], (file) => {
      const typeCode = typeOf.get(file) ?? null
      return typeCode === null ? target : { ...target, typeCode }
    })
  }
  /** `only`: the types any of which fits; null: whatever the owner may have. */
  const upload = async (
    files: readonly File[],
    target: UploadTarget = {},
    only: readonly string[] | null = null,
  ) => {
    const { resumed, rest } = matchFiles(uploader.entries.get(), files)
    const back = new Set(resumed.map(({ file }) => file))
    // Those go on, or are refused as they are: there is nothing to ask about them.
    const settled = files.filter((file) => back.has(file) || fileIssue(file) !== null)
    const open = rest.filter((file) => fileIssue(file) === null)
    if (settled.length > 0) await uploader.add(settled, target)
    if (open.length === 0) return
    try {
      const types = await typesOf(owner)
      const guesses = await Promise.all(open.map((file) => guessed(file, types, only)))
      if (types.length === 0 || guesses.every(({ typeCode }) => typeCode !== null))
        await send(guesses, target)
      else setAsked({ files: guesses, target, types: only })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  const dialog = asked && (
    <UploadTypesDialog
      owner={owner}
      files={asked.files}
      types={asked.types}
      onChoose={(files) => {
        setAsked(null)
        void send(files, asked.target)
      }}
      onClose={() => setAsked(null)}
    />
  )
  return { upload, dialog }
}
