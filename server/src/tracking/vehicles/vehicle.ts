/** What people enter about the vehicle that a unit is in: its plate, its documents, a photo. Pure. */
import type { PictureType } from '#kernel/api/picture.ts'
import type { Day } from '#kernel/time/day.ts'
import type { FileType } from './document-file.ts'
import type { FieldValue } from './own-field.ts'

export const fuels = ['petrol', 'diesel', 'electric', 'hybrid', 'lpg', 'cng', 'hydrogen'] as const
type Fuel = (typeof fuels)[number]

const wheeled = ['car', 'van', 'truck', 'bus', 'trailer', 'motorcycle', 'bicycle', 'tractor', 'excavator'] as const
export const icons = [...wheeled, 'boat', 'person', 'box'] as const
type Icon = (typeof icons)[number]

/** Null: not entered. */
export interface VehicleFacts {
  readonly plate: string | null
  readonly vin: string | null
  readonly make: string | null
  readonly model: string | null
  readonly year: number | null
  readonly fuel: Fuel | null
  readonly icon: Icon | null
}

export const noFacts: VehicleFacts = {
  ...{ plate: null, vin: null, make: null, model: null, year: null, fuel: null, icon: null },
}

interface Photo {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  /** Changes with the picture. */
  readonly digest: string
}

export interface Vehicle extends VehicleFacts {
  readonly unitId: number
  readonly photo: Photo | null
  /** The first day on which one of its documents ends. */
  readonly nextExpiry: Day | null
  /** Of own fields, those that have a value. */
  readonly fields: readonly { readonly fieldId: string; readonly value: FieldValue }[]
}

interface DocumentFile {
  readonly type: FileType
  readonly bytes: number
  /** Changes with the file. */
  readonly digest: string
}

export interface VehicleDocument {
  readonly id: string
  readonly unitId: number
  readonly name: string
  readonly number: string | null
  /** The last day on which it is valid; null: it does not end. */
  readonly expiresOn: Day | null
  readonly note: string | null
  /** The file itself. */
  readonly file: DocumentFile | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A limit per unit: more would help nobody. */
export const documentsMax = 50
/** For all photos of a client together. */
export const photoBytesMax = 200 * 1024 * 1024
/** One request of a person who has ticked many. */
export const changedMax = 1000
