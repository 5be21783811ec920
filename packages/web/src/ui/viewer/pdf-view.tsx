import { useEffect, useState } from 'react'
import { openPdf, type PdfFile, PdfProblem } from './pdf-file.ts'
import { PdfReader } from './pdf-reader.tsx'
import type { ViewerProps } from './viewer-props.ts'
import { ViewerLoading, ViewerProblem } from './viewer-states.tsx'

type State =
  | { kind: 'loading'; done: number; total: number | null }
  | { kind: 'ready'; file: PdfFile }
  | { kind: 'failed'; failure: unknown }

const start: State = { kind: 'loading', done: 0, total: null }

const problems = {
  broken: {
    title: 'Файл повреждён',
    text: 'Его содержимое не похоже на PDF. Скачайте файл и проверьте его или попросите прислать заново.',
  },
  password: {
    title: 'Файл закрыт паролем',
    text: 'Показать его нельзя. Попросите прислать файл без пароля.',
  },
}

/** Opens a PDF of a source and keeps it while it is shown. */
export function usePdf(source: ViewerProps['source']): State & { retry: () => void } {
  const [state, setState] = useState<State>(start)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setState(start)
    openPdf(source, stop.signal, (done, total) => {
      if (!stop.signal.aborted) setState({ kind: 'loading', done, total })
    }).then(
      (file) => !stop.signal.aborted && setState({ kind: 'ready', file }),
      (failure: unknown) => !stop.signal.aborted && setState({ kind: 'failed', failure }),
    )
    return () => stop.abort()
  }, [source, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}

/** A PDF: opened by parts, its pages drawn as they come into sight. */
export function PdfView(props: ViewerProps) {
  const state = usePdf(props.source)
  if (state.kind === 'loading') return <ViewerLoading done={state.done} total={state.total} />
  if (state.kind === 'ready') return <PdfReader {...props} file={state.file} />
  if (state.failure instanceof PdfProblem)
    return <ViewerProblem {...problems[state.failure.kind]} onDownload={props.onDownload} />
  return props.failure(state.failure, state.retry)
}
