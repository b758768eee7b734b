/** Buildings of a client, their floors with plans, and the gateways on them. Pure. */
import type { PictureType } from '#kernel/api/picture.ts'

/** Fractions of the plan's width and height, from its upper left corner. */
export interface Spot {
  readonly x: number
  readonly y: number
  /** Empty: no name. */
  readonly room: string
}

export interface GatewaySpot extends Spot {
  readonly unitId: number
}

interface PlanHead {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  /** Changes with the picture. */
  readonly digest: string
}

export interface Floor {
  readonly id: string
  readonly buildingId: string
  readonly name: string
  /** 0 is the ground floor. */
  readonly level: number
  readonly plan: PlanHead | null
  readonly gateways: readonly GatewaySpot[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface Building {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly address: string
  /** Top floor first. */
  readonly floors: readonly Floor[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Limits per client: lists are one answer, and pictures take space. */
export const buildingsMax = 50
export const floorsMax = 200
export const planBytesMax = 64 * 1024 * 1024
