/** Chooses a picture and uploads it at once. */
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { pictureOf } from './picture.ts'

interface PictureFieldProps {
  readonly label: string
  readonly hint: string
  readonly className?: string | undefined
  /** Other accepted types. */
  readonly also?: string
  upload(picture: Blob): Promise<unknown>
}

export function PictureField({ label, hint, className, also, upload }: PictureFieldProps) {
  const uploading = useMutation({ mutationFn: async (file: File) => upload(await pictureOf(file)) })
  return (
    <>
      <TextInput
        className={className}
        type="file"
        label={label}
        description={hint}
        accept={`image/png,image/jpeg,image/webp${also === undefined ? '' : `,${also}`}`}
        disabled={uploading.isPending}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (!file) return
          // So that the same file can be chosen again after a correction.
          currentTarget.value = ''
          uploading.mutate(file)
        }}
      />
      <Failure error={uploading.error} />
    </>
  )
}
