/** A member to be packed, and what is told of it against the truth. */
export interface MemberPlan {
  readonly name: string | Uint8Array;
  readonly data?: Uint8Array | string;
  /** 0 stored, 8 deflated; deflated where not given. */
  readonly method?: number;
  /** Bytes that are written in place of the packed ones. */
  readonly packed?: Uint8Array;
  readonly flags?: number;
  readonly modified?: Date;
  readonly extra?: Uint8Array;
  /** What the upper half of the attributes is: the mode of Unix. */
  readonly mode?: number;
  readonly comment?: string;
  /** Whether sizes and sum stand behind the bytes and not before them. */
  readonly hasDescriptor?: boolean;
  /** What the directory says in place of the truth. */
  readonly lies?: {
    readonly bytes?: number;
    readonly packedBytes?: number;
    readonly crc32?: number;
    readonly headerAt?: number;
  };
  /** Whether only the directory knows of it. */
  readonly isOnlyListed?: boolean;
}

/** How the whole file is written. */
export interface ZipPlan {
  /** Stands in front of the archive, and no offset knows of it. */
  readonly prefix?: Uint8Array;
  readonly comment?: string;
  readonly isWide?: boolean;
  /** Bytes that stand in front of the archive and that its end knows of. */
  readonly offset?: number;
  readonly hasDirectory?: boolean;
  /** How many entries the end tells of. */
  readonly entryCount?: number;
}
