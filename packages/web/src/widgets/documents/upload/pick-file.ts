import { uploadAccept } from './upload-queue.ts'

interface Picking {
  readonly multiple: boolean
  /** What of them is offered; every kind that the bank takes when absent. */
  readonly accept?: string
}

/** Asks the person for files of the computer; an empty list when they think better of it. */
export function pickFiles({ multiple, accept = uploadAccept }: Picking): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = multiple
    input.accept = accept
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
