import type { RealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { latePart } from '#ui/late/late-part.tsx'

const PhotoGallery = latePart(
  async () => (await import('#widgets/documents/photos/photo-gallery.tsx')).PhotoGallery,
)

/** Photos of the object; a new one gets them once it is saved. */
export function RealtyPhotos({ object }: { object: RealtyObject | null }) {
  return (
    <FormCard>
      <FormSection title="Фотографии" grid={false}>
        {object === null ? (
          <p className="muted">Сначала сохраните объект, затем добавьте его фотографии</p>
        ) : (
          <PhotoGallery key={object.id} owner={{ ownerType: 'REALTY_OBJECT', ownerId: object.id }} />
        )}
      </FormSection>
    </FormCard>
  )
}
