import { type DocumentOwner, DocumentParticipantRole } from '@ipoteka-office/contract/documents/documents.ts'
import type { UploadWanted } from '#widgets/completeness/requirement-item.tsx'
import { pickFiles } from './pick-file.ts'
import { RequirementUploads } from './requirement-uploads.tsx'
import { useTypedUpload } from './typed-upload.tsx'
import { uploaderOf } from './uploader.ts'

/** Takes files for a requirement, and says on its row what has become of them; where several types fit, the person says which. */
export function useWantedUpload(owner: DocumentOwner) {
  const typed = useTypedUpload(owner)
  const upload = async ({ key, typeCodes, participant }: UploadWanted) => {
    const files = await pickFiles({ multiple: true })
    const [only] = typeCodes
    if (files.length === 0) return
    const role = DocumentParticipantRole.safeParse(participant?.role)
    const target = {
      requirement: key,
      ...(role.success && {
        participant: { roleCode: role.data, name: participant?.name || (participant?.key ?? '') },
      }),
    }
    if (typeCodes.length === 1 && only !== undefined)
      await uploaderOf(owner).add(files, { ...target, typeCode: only })
    else await typed.upload(files, target, typeCodes)
  }
  const uploadsOf = (requirement: string) => <RequirementUploads owner={owner} requirement={requirement} />
  return { upload, uploadsOf, dialog: typed.dialog }
}
