import { type DragEvent, useRef, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  // A reader answers in portions until one is empty.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return found
    for (const one of entries) found.push(...(await filesOf(one)))
  }
}

/** Files of a drop, those inside of folders too. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.every((entry) => entry.isFile)) return [...files]
  return (await Promise.all(entries.map(filesOf))).flat()
}

/** A place that takes files from the desktop: props for its element, and whether files are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void, disabled = false) {
  const [over, setOver] = useState(false)
  // Entering a child is told before leaving its parent.
  const depth = useRef(0)
  const leave = () => {
    depth.current = 0
    setOver(false)
  }
  const props = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event) || disabled) return
      event.preventDefault()
      depth.current += 1
      setOver(true)
    },
    onDragOver(event: DragEvent) {
      if (!hasFiles(event) || disabled) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave() {
      depth.current -= 1
      if (depth.current <= 0) leave()
    },
    onDropCapture: leave,
    onDrop(event: DragEvent) {
      if (!hasFiles(event) || disabled) return
      event.preventDefault()
      // A document in the panel takes its own files; the panel around it must not take them as well.
      event.stopPropagation()
      void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files))
    },
  }
  return { over, props }
}
