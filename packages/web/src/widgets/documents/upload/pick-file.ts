import { uploadAccept } from './upload-queue.ts'

/** Asks the person for files of the computer; an empty list when they think better of it. */
export function pickFiles(multiple: boolean, accept = uploadAccept): Promise<File[]> {
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
