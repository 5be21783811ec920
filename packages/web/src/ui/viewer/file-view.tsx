import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Empty } from '../empty.tsx'
import { latePart } from '../late/late-part.tsx'
import { ErrorBoundary } from './load-boundary.tsx'
import styles from './viewer.module.css'
import type { ViewerProps } from './viewer-props.ts'
import { ViewerLoading } from './viewer-states.tsx'

// The engine of PDF is large: it comes with the first file that is looked at.
const waiting = <ViewerLoading done={0} total={null} />
const PdfView = latePart(async () => (await import('./pdf-view.tsx')).PdfView, waiting)
const ImageView = latePart(async () => (await import('./image-view.tsx')).ImageView, waiting)

const images = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp']

function Content({ contentType, other, ...props }: FileViewProps) {
  if (contentType === 'application/pdf') return <PdfView {...props} />
  if (images.includes(contentType)) return <ImageView {...props} contentType={contentType} />
  return (
    <div className={styles.center}>
      <Empty
        title="Такой файл в браузере не показать"
        text={`${props.name}. Скачайте его, чтобы посмотреть.`}
      >
        {props.onDownload && <Button onClick={props.onDownload}>Скачать файл</Button>}
        {other}
      </Empty>
    </div>
  )
}

type FileViewProps = ViewerProps & {
  contentType: string
  /** What else may be done with a file of a kind that cannot be shown. */
  other?: ReactNode
}

/** Shows a PDF or a picture of any source: pages, zoom, turning, search, print; says what is wrong when it cannot. */
export function FileView(props: FileViewProps) {
  return (
    <ErrorBoundary onFailure={props.failure}>
      <Content {...props} />
    </ErrorBoundary>
  )
}
