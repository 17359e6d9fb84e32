// Made from the description of the server by "npm run client:types": do not change it by hand.

/** What each operation takes and answers. */
export type Operations = {
  /** List and search papers, highest longHorizonScore first */
  'GET /api/papers': {
    query: {
      /** Words, joined by AND; "a phrase", -word, OR, word*, title:, author:, abstract: and topic: are understood. At most 256 characters and 16 words. */
      q?: string | number
      /** Only papers of this chapter, 1 to 7. */
      chapter?: number
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Papers in this response. */
      count: number
      papers: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        houseCommentary?: string
      }[]
    }
  }
  /** Submit a paper; it appears in the library after review */
  'POST /api/papers': {
    query: {
      /** true: check everything, but store and count nothing. */
      dryRun?: 'true' | 'false' | boolean
    }
    path: Record<string, never>
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      id: string
      title: string
      authors: string[]
      year: number
      institution?: string
      url?: string
      abstract?: string
      chapter?: number
      longHorizonScore?: number
      enterpriseScore?: number
      topics?: string[]
      concepts?: string[]
      frameworkMappings?: string[]
      houseCommentary?: string
      storageUrl?: string
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      fullText?: string
      authorNames?: {
        name: string
        family: string
        given?: string
      }[]
      authorDetails?: {
        position?: number
        name: string
        orcid?: string
        affiliations?: string[]
      }[]
      openAccess?: {
        url: string
        source: string
      }
      date?: string
      doi?: string
      arxivId?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      abstractBy?: ("authors" | "editors")
      fullTextKind?: ("text" | "note")
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      license?: string
    }
    answer: {
      success: true
      id: string
      statusUrl: string
      /** Papers with the same DOI, arXiv id, or title and year. */
      possibleDuplicates: {
        id: string
        title: string
        match: ("doi" | "arxiv" | "title_year")
      }[]
      /** Fields in the body that a paper does not have. */
      ignored: string[]
    } | {
      success: true
      id: string
      statusUrl: string
      /** Papers with the same DOI, arXiv id, or title and year. */
      possibleDuplicates: {
        id: string
        title: string
        match: ("doi" | "arxiv" | "title_year")
      }[]
      /** Fields in the body that a paper does not have. */
      ignored: string[]
      status: "pending"
    }
  }
  /** One paper with full text and commentary */
  'GET /api/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        fullText?: string
      }
    }
  }
  /** Submissions of this key, oldest first; the RateLimit headers say how many more it may send */
  'GET /api/submissions': {
    query: {
      /** Only submissions in this state. */
      status?: 'pending' | 'changes_requested' | 'accepted' | 'rejected' | 'withdrawn' | 'retracted' | 'merged'
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      submissions: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Increases with each resubmission. */
        version: number
        /** The reviewer's note on the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }[]
      /** The bodies of all waiting submissions of this key together, and how many bytes they may have. */
      waiting: {
        bytes: number
        limit: number
      }
    }
  }
  /** The state of a submission, with the reviewer’s note */
  'GET /api/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      submission: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Increases with each resubmission. */
        version: number
        /** The reviewer's note on the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }
    }
  }
  /** Resubmit a paper after changes were requested */
  'PUT /api/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      id: string
      title: string
      authors: string[]
      year: number
      institution?: string
      url?: string
      abstract?: string
      chapter?: number
      longHorizonScore?: number
      enterpriseScore?: number
      topics?: string[]
      concepts?: string[]
      frameworkMappings?: string[]
      houseCommentary?: string
      storageUrl?: string
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      fullText?: string
      authorNames?: {
        name: string
        family: string
        given?: string
      }[]
      authorDetails?: {
        position?: number
        name: string
        orcid?: string
        affiliations?: string[]
      }[]
      openAccess?: {
        url: string
        source: string
      }
      date?: string
      doi?: string
      arxivId?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      abstractBy?: ("authors" | "editors")
      fullTextKind?: ("text" | "note")
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      license?: string
    }
    answer: {
      success: true
      submission: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Increases with each resubmission. */
        version: number
        /** The reviewer's note on the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }
    }
  }
  /** Withdraw a submission that has not been decided yet */
  'DELETE /api/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      submission: {
        id: string
        title: string
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        submittedAt: string
        updatedAt: string
        /** Increases with each resubmission. */
        version: number
        /** The reviewer's note on the last decision. */
        note?: string
        statusUrl: string
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          note?: string
        }[]
      }
    }
  }
  /** Send a message to the research team */
  'POST /api/contact': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      name: string
      email: string
      organisation?: string
      subject?: string
      message: string
    }
    answer: {
      success: true
      id: string
      message: string
    }
  }
  /** Subscribe to the weekly brief by email; active once confirmed */
  'POST /api/subscribe': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      email: string
      name?: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Receives an email sent to BOUNCE_ADDRESS; the request is signed with BOUNCE_WEBHOOK_SECRET */
  'POST /api/mail/bounces': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: {
      /** The email, with its headers. */
      message: string
      /** The encoding of message. */
      encoding?: ("utf8" | "base64")
      /** The recipient in its envelope. */
      recipient?: string
    }
    answer: {
      success: true
      kind: ("hard" | "soft" | "complaint" | "unsubscribe" | "notice" | "auto-reply" | "other")
      /** Whether it is about an email from this library and was not reported before. */
      counted: boolean
      /** Whether the subscriber gets no more emails. */
      suppressed: boolean
    }
  }
  /** Statistics of the corpus */
  'GET /api/stats': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      stats: {
        totalPapers: number
        sources: number
        concepts: number
        frameworks: number
      }
    }
  }
  /** Whether the service is working */
  'GET /api/health': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      status: "ok"
      version: string
      revision: number
      /** Whole seconds since the process started serving. */
      uptime: number
      /** Only while the primary database does not respond and a replica does: public reads are answered, all else is 503. */
      readOnly?: true
    }
  }
  /** Whether this process is ready for requests */
  'GET /api/health/ready': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      status: "ready"
      /** Only while the primary database does not respond and a replica does: public reads are answered, all else is 503. */
      readOnly?: true
    }
  }
  /** List indexed papers with filters, highest longHorizonScore first */
  'GET /api/v1/papers': {
    query: {
      /** Only papers of this chapter, 1 to 7. */
      chapter?: number
      /** Only papers of this research type. */
      type?: 'empirical' | 'theoretical' | 'benchmark' | 'system' | 'survey' | 'position' | 'case_study' | 'dataset'
      /** Least longHorizonScore, 0 to 10, inclusive. */
      min_lh_score?: number
      /** Earliest year. */
      yearFrom?: number
      /** Latest year. */
      yearTo?: number
      /** Only papers that became public here on this day (UTC) or later. */
      addedSince?: string | number
      /** true: only papers that at least one paper of the library cites. */
      citedHere?: 'true' | 'false' | boolean
      /** longHorizon (default) or enterprise: best score first; newest: latest year first; added: latest day of becoming public first; cited: those first that most papers of the library cite. */
      sort?: 'longHorizon' | 'enterprise' | 'newest' | 'added' | 'cited'
      /** These papers instead of a page, in this order: ids, DOIs, arXiv ids or addresses, joined by commas; a comma within one is written as %2C. At most 200, and 8,192 characters. */
      ids?: string | number
      /** Only these fields of each item, besides its id: some of id, title, authors, abstract, houseComment, frameworkMappings, year, institution, url, storageUrl, chapter, type, topics, concepts, longHorizonScore, enterpriseScore, provenance, openAccess, date, doi, arxivId, kind, abstractBy, fullTextKind, container, volume, issue, pages, publisher, license. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      /** All matches, before limit; of papers requested by ids, those that were found. */
      total: number
      /** Only with yearFrom, yearTo, addedSince or citedHere: there are more than 10,000 matches, and total is as many. */
      totalIsExact?: false
      papers: ({
        id: string
        title: string
        year?: number
        longHorizonScore?: number
        enterpriseScore?: number
        chapter?: number
        abstract?: string
        abstractBy?: "editors"
      } | {
        id: string
        title?: string
        authors?: {
          name: string
          family?: string
          given?: string
          /** ORCID iD, such as 0000-0002-1825-0097. */
          orcid?: string
          affiliations?: string[]
        }[]
        abstract?: string
        houseComment?: string
        frameworkMappings?: string[]
        year?: number
        institution?: string
        url?: string
        storageUrl?: string
        chapter?: number
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        topics?: string[]
        concepts?: string[]
        longHorizonScore?: number
        enterpriseScore?: number
        /** Who gave these values. Those of which nothing was recorded are absent. */
        provenance?: {
          chapter?: {
            /** given as it is; a draft; or suggestion, computed from similar papers. */
            from: ("given" | "draft" | "suggestion")
            /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
            by?: ("editor" | "key" | "operator" | "source" | "example")
            /** Who looked at it and kept it; absent if nobody but the giver did. */
            confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
          }
          type?: {
            /** given as it is; a draft; or suggestion, computed from similar papers. */
            from: ("given" | "draft" | "suggestion")
            /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
            by?: ("editor" | "key" | "operator" | "source" | "example")
            /** Who looked at it and kept it; absent if nobody but the giver did. */
            confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
          }
          longHorizonScore?: {
            /** given as it is; a draft; or suggestion, computed from similar papers. */
            from: ("given" | "draft" | "suggestion")
            /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
            by?: ("editor" | "key" | "operator" | "source" | "example")
            /** Who looked at it and kept it; absent if nobody but the giver did. */
            confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
          }
          enterpriseScore?: {
            /** given as it is; a draft; or suggestion, computed from similar papers. */
            from: ("given" | "draft" | "suggestion")
            /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
            by?: ("editor" | "key" | "operator" | "source" | "example")
            /** Who looked at it and kept it; absent if nobody but the giver did. */
            confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
          }
        }
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      })[]
      /** Of papers requested by ids, those that are not here, under the names that were given. */
      missing?: {
        id: string
        reason: ("not_found" | "retracted")
      }[]
      /** Ids that now lead to another paper. */
      redirects?: {
        from: string
        to: string
      }[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** Full metadata of one paper */
  'GET /api/v1/papers/{id}': {
    query: {
      /** fullText: the full text as well, if the library has it. */
      include?: 'fullText'
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: ({
      id: string
      title: string
      authors: {
        name: string
        family?: string
        given?: string
        /** ORCID iD, such as 0000-0002-1825-0097. */
        orcid?: string
        affiliations?: string[]
      }[]
      abstract?: string
      houseComment?: string
      frameworkMappings?: string[]
      year: number
      institution?: string
      url?: string
      storageUrl?: string
      chapter?: number
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      topics?: string[]
      concepts?: string[]
      longHorizonScore?: number
      enterpriseScore?: number
      /** Who gave these values. Those of which nothing was recorded are absent. */
      provenance?: {
        chapter?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
        type?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
        longHorizonScore?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
        enterpriseScore?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
      }
      fullText?: string
      /** Where the paper can be read for free, and who says so. */
      openAccess?: {
        url: string
        source: string
      }
      /** A day, month or year: 2024-05-17, 2024-05, 2024. */
      date?: string
      doi?: string
      /** Without version. */
      arxivId?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
      abstractBy?: ("authors" | "editors")
      /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
      fullTextKind?: ("text" | "note")
      /** Journal, proceedings or book. */
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      /** The address of a licence, or its name. */
      license?: string
    } | {
      id: string
      title?: string
      authors?: {
        name: string
        family?: string
        given?: string
        /** ORCID iD, such as 0000-0002-1825-0097. */
        orcid?: string
        affiliations?: string[]
      }[]
      abstract?: string
      houseComment?: string
      frameworkMappings?: string[]
      year?: number
      institution?: string
      url?: string
      storageUrl?: string
      chapter?: number
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      topics?: string[]
      concepts?: string[]
      longHorizonScore?: number
      enterpriseScore?: number
      /** Who gave these values. Those of which nothing was recorded are absent. */
      provenance?: {
        chapter?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
        type?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
        longHorizonScore?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
        enterpriseScore?: {
          /** given as it is; a draft; or suggestion, computed from similar papers. */
          from: ("given" | "draft" | "suggestion")
          /** Who gave or drafted it, or took the suggestion; absent if that was not recorded. */
          by?: ("editor" | "key" | "operator" | "source" | "example")
          /** Who looked at it and kept it; absent if nobody but the giver did. */
          confirmedBy?: ("editor" | "key" | "operator" | "source" | "example")
        }
      }
      fullText?: string
      /** Where the paper can be read for free, and who says so. */
      openAccess?: {
        url: string
        source: string
      }
      /** A day, month or year: 2024-05-17, 2024-05, 2024. */
      date?: string
      doi?: string
      /** Without version. */
      arxivId?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
      abstractBy?: ("authors" | "editors")
      /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
      fullTextKind?: ("text" | "note")
      /** Journal, proceedings or book. */
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      /** The address of a licence, or its name. */
      license?: string
      nextCursor?: (string | null)
      estimatedTokens?: number
    })
  }
  /** The works that a paper cites, in the library and beyond */
  'GET /api/v1/papers/{id}/references': {
    query: {
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      total: number
      /** How many of them are papers of the library. */
      inLibrary: number
      references: {
        /** Its place in the list of references. */
        position: number
        title?: string
        /** The first of them, as the reference names them. */
        authors?: string[]
        year?: number
        doi?: string
        arxivId?: string
        openalexId?: string
        /** The reference as printed, where its parts were not marked. */
        text?: string
        /** The formats whose records say so. */
        sources: ("jats" | "tei" | "crossref" | "openalex" | "semantic-scholar" | "bibtex" | "pdf")[]
        /** How many papers of the library cite the work. */
        citedHere: number
        /** The work as a paper of the library; null if it is none. */
        paper: ({
          id: string
          title: string
          year: number
          longHorizonScore?: number
          enterpriseScore?: number
          chapter?: number
        } | null)
      }[]
      /** For the next page; null at the end. */
      nextCursor: (string | null)
    }
  }
  /** The papers of the library that cite a paper */
  'GET /api/v1/papers/{id}/citations': {
    query: {
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      /** How many papers of the library cite it. */
      total: number
      papers: {
        id: string
        title: string
        year: number
        longHorizonScore?: number
        enterpriseScore?: number
        chapter?: number
      }[]
      /** For the next page; null at the end. */
      nextCursor: (string | null)
    }
  }
  /** Find the passages that answer a question or contain a quotation */
  'GET /api/v1/passages': {
    query: {
      /** A question in plain words, as for search. One of q, quote and anchor is required. */
      q?: string | number
      /** A quotation to locate. The match is exact, normalized (apart from case, spaces, hyphens, quotation marks and Unicode forms) or none. */
      quote?: string | number
      /** The anchor of one passage. */
      anchor?: string | number
      /** Only passages of these papers: at most 50 ids; an address separates them by commas. */
      ids?: string | number
      /** At most this many passages of one paper; 3 by default. */
      perPaper?: number
      /** ids: places only; card (default): with text; abstract: with the abstract of the paper. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Passages in an answer; 10 by default, 50 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      /** Of a long text. */
      parsedQuery?: {
        /** How many different words of a long text were left out, because a ranking takes 64; absent if none were. */
        dropped?: number
      }
      corrections?: {
        from: string
        to: string
      }[]
      /** Of the quotation as a whole. */
      match?: ("exact" | "normalized" | "none")
      passages: {
        paperId: string
        version: number
        /** Stays valid: paper, version, place. */
        anchor: string
        source?: ("abstract" | "houseComment" | "fullText")
        /** Of a summary or note. */
        by?: "editors"
        /** Of the paper. */
        title?: string
        text?: string
        /** Its place on the page of its paper. */
        url: string
        /** ranked: found by q; otherwise how the quotation matches. */
        match: ("exact" | "normalized" | "none" | "ranked")
        /** Where the quoted words begin in text, in UTF-16 units. */
        start?: number
        /** Where they end, exclusive. */
        end?: number
        /** Comparable only within this answer. */
        score?: number
        /** Share of the quoted words that the nearest passage contains, in order. */
        similarity?: number
        /** The text continues at nextCursor. */
        continues?: true
        abstract?: string
        abstractBy?: "editors"
      }[]
      /** With q, and only with an embeddings endpoint: whether passages were also compared with q by meaning. */
      semantic?: boolean
      nextCursor: (string | null)
      estimatedTokens: number
    }
  }
  /** The same with a longer text, such as an abstract, in the body */
  'POST /api/v1/passages': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: ({
      /** A question, or a text such as an abstract: at most 20,000 characters. */
      q: string
      /** Only passages of these papers: at most 50 ids; an address separates them by commas. */
      ids?: string[]
      /** At most this many passages of one paper; 3 by default. */
      perPaper?: number
      /** ids: places only; card (default): with text; abstract: with the abstract of the paper. */
      detail?: ("ids" | "card" | "abstract")
      /** Passages in an answer; 10 by default, 50 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    } | {
      /** A quotation to locate. The match is exact, normalized (apart from case, spaces, hyphens, quotation marks and Unicode forms) or none. */
      quote: string
      /** Only passages of these papers: at most 50 ids; an address separates them by commas. */
      ids?: string[]
      /** At most this many passages of one paper; 3 by default. */
      perPaper?: number
      /** ids: places only; card (default): with text; abstract: with the abstract of the paper. */
      detail?: ("ids" | "card" | "abstract")
      /** Passages in an answer; 10 by default, 50 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    } | {
      /** The anchor of one passage. */
      anchor: string
      /** Only passages of these papers: at most 50 ids; an address separates them by commas. */
      ids?: string[]
      /** At most this many passages of one paper; 3 by default. */
      perPaper?: number
      /** ids: places only; card (default): with text; abstract: with the abstract of the paper. */
      detail?: ("ids" | "card" | "abstract")
      /** Passages in an answer; 10 by default, 50 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    })
    answer: {
      /** Of a long text. */
      parsedQuery?: {
        /** How many different words of a long text were left out, because a ranking takes 64; absent if none were. */
        dropped?: number
      }
      corrections?: {
        from: string
        to: string
      }[]
      /** Of the quotation as a whole. */
      match?: ("exact" | "normalized" | "none")
      passages: {
        paperId: string
        version: number
        /** Stays valid: paper, version, place. */
        anchor: string
        source?: ("abstract" | "houseComment" | "fullText")
        /** Of a summary or note. */
        by?: "editors"
        /** Of the paper. */
        title?: string
        text?: string
        /** Its place on the page of its paper. */
        url: string
        /** ranked: found by q; otherwise how the quotation matches. */
        match: ("exact" | "normalized" | "none" | "ranked")
        /** Where the quoted words begin in text, in UTF-16 units. */
        start?: number
        /** Where they end, exclusive. */
        end?: number
        /** Comparable only within this answer. */
        score?: number
        /** Share of the quoted words that the nearest passage contains, in order. */
        similarity?: number
        /** The text continues at nextCursor. */
        continues?: true
        abstract?: string
        abstractBy?: "editors"
      }[]
      /** With q, and only with an embeddings endpoint: whether passages were also compared with q by meaning. */
      semantic?: boolean
      nextCursor: (string | null)
      estimatedTokens: number
    }
  }
  /** Find the papers of the library that references mean */
  'POST /api/v1/references/check': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: {
      /** Up to 25: each a DOI, an arXiv id, a BibTeX entry or a printed reference. */
      references: (string | {
        text: string
      } | {
        doi: string
      } | {
        arxivId: string
      } | {
        bibtex: string
      })[]
    }
    answer: {
      results: {
        /** Of the reference, from 0. */
        index: number
        result: ("in_corpus" | "ambiguous" | "absent")
        id?: string
        /** Absent for a retracted paper. */
        title?: string
        year?: number
        state?: ("accepted" | "retracted")
        retracted?: boolean
        confidence?: number
        matchedBy?: ("doi" | "arxiv" | "title")
        /** Fields in which the reference differs from the paper. */
        differs?: ("title" | "year" | "authors")[]
        /** Of an ambiguous reference, best first. */
        candidates?: {
          id: string
          /** Absent for a retracted paper. */
          title?: string
          year?: number
          state: ("accepted" | "retracted")
          retracted: boolean
          confidence: number
          matchedBy: ("doi" | "arxiv" | "title")
          /** Fields in which the reference differs from the paper. */
          differs: ("title" | "year" | "authors")[]
        }[]
        note?: string
      }[]
    }
  }
  /** Check what a text cites and quotes */
  'POST /api/v1/check': {
    query: {
      /** true: works outside of the library are problems, too. */
      strict?: 'true' | 'false' | boolean
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: {
      /** The text, in Markdown or plain; at most 204800 bytes. */
      text: string
    }
    answer: {
      summary: {
        citations: number
        quotations: number
        /** Citations that are ambiguous, retracted, superseded or contradictory, with strict also unknown ones, and quotations that are near or missing. */
        problems: number
      }
      citations: {
        /** Of the text, from 1. */
        line: number
        text: string
        verdict: ("ok" | "unknown" | "ambiguous" | "retracted" | "superseded" | "contradictory")
        /** The id of the paper that is meant; null if none is. */
        paper: (string | null)
        /** Why the verdict is not ok. */
        reason: (string | null)
      }[]
      quotations: {
        /** Of the text, from 1. */
        line: number
        text: string
        verdict: ("exact" | "normalized" | "near" | "missing")
        /** The id of the paper that is meant; null if none is. */
        paper: (string | null)
        /** The words of the paper that come nearest; null for an exact quotation and for a missing one. */
        nearest: (string | null)
      }[]
    }
  }
  /** Ask in plain words, get the closest papers */
  'GET /api/v1/search': {
    query: {
      /** A question in plain words, which may use the operators of the search language, or a longer text, such as an abstract, which is ranked by the 64 words of it that tell most. At most 2,000 characters; POST takes more. A paper id, DOI or arXiv id finds that paper first. Required unless like is given. */
      q?: string | number
      /** Papers like the one with this id, without itself. Alone, the order is that of its related papers; with q, the words of both count. */
      like?: string | number
      /** any: words affect the ranking (default); all: every word is required. */
      match?: 'any' | 'all'
      /** Only papers of this chapter, 1 to 7. */
      chapter?: number
      /** Only papers of this research type. */
      type?: 'empirical' | 'theoretical' | 'benchmark' | 'system' | 'survey' | 'position' | 'case_study' | 'dataset'
      /** Only papers about the concept with this id. */
      concept?: string | number
      /** Only papers of this institution, by its name. */
      institution?: string | number
      /** Only papers in this container, by its name. */
      container?: string | number
      /** Words of an author’s name. */
      author?: string | number
      /** Earliest year. */
      yearFrom?: number
      /** Latest year. */
      yearTo?: number
      /** Only papers that became public here on this day (UTC) or later. */
      addedSince?: string | number
      /** Least longHorizonScore, 0 to 10, inclusive. */
      minLongHorizon?: number
      /** true: only papers with a full text or a note. */
      hasFullText?: 'true' | 'false' | boolean
      /** true: only papers that at least one paper of the library cites. */
      citedHere?: 'true' | 'false' | boolean
      /** Order of the hits; best by default. cited: by how many papers of the library cite them. */
      sort?: 'best' | 'longHorizon' | 'enterprise' | 'newest' | 'added' | 'cited'
      /** How much of each paper: ids, card (default) or abstract. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Hits on a page; 20 by default, 100 at most. */
      limit?: number
      /** true: dates, and authors with a year, in the question are filters (proposedFilters) instead of words. By default they are only proposed. */
      interpret?: 'true' | 'false' | boolean
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      query: string
      parsedQuery: {
        words: {
          word: string
          weight: number
        }[]
        /** Words that rank as well, since they are close in meaning to words of the query. */
        meant?: {
          word: string
          closeTo: string[]
        }[]
        match: ("any" | "all")
        required: string[]
        excluded: string[]
        /** How many different words of a long text were left out, because a ranking takes 64; absent if none were. */
        dropped?: number
      }
      /** The paper that similar ones were searched for. */
      like?: {
        id: string
        title: string
      }
      corrections: {
        from: string
        to: string
      }[]
      /** The language of the question, if the library has no text in it. */
      unknownLanguage?: string
      /** Words of the question that interpret=true reads as filters. */
      proposedFilters?: {
        words: string
        filters: {
          author?: string
          yearFrom?: number
          yearTo?: number
          addedSince?: string
        }
        applied: boolean
      }[]
      /** All hits, at most 1,000, where a ranking ends. */
      total: number
      /** Of these, the hits not far weaker than the best. */
      strong: number
      hits: {
        id: string
        title: string
        /** Comparable only within this search. */
        score: number
        authors?: string[]
        year?: number
        institution?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        abstract?: string
        abstractBy?: "editors"
        matched?: {
          title?: string[]
          abstract?: string[]
          topics?: string[]
          concepts?: string[]
          authors?: string[]
          institution?: string[]
          houseComment?: string[]
        }
        snippet?: {
          field: string
          start: number
          end: number
          text: string
          matches: {
            start: number
            end: number
          }[]
        }
        /** The passage of the paper that answers best; its anchor stays valid. */
        passage?: {
          anchor: string
          source: ("abstract" | "houseComment" | "fullText")
          /** Of a summary or note. */
          by?: "editors"
          url: string
          text: string
        }
      }[]
      /** When nothing is found: queries that find something, with their totals. */
      relaxations?: {
        without: string
        total: number
        url: string
      }[]
      /** With an embeddings endpoint: whether q was also compared by meaning. */
      semantic?: boolean
      nextCursor: (string | null)
      /** Absent if it would be too long for an address. */
      rerunUrl?: string
      estimatedTokens: number
    }
  }
  /** The same with a longer text, such as an abstract, in the body */
  'POST /api/v1/search': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: {
      /** A question, or a text such as an abstract: at most 20,000 characters. */
      q?: string
      /** Papers like the one with this id, without itself. Alone, the order is that of its related papers; with q, the words of both count. */
      like?: string
      /** any: words affect the ranking (default); all: every word is required. */
      match?: ("any" | "all")
      /** Only papers of this chapter, 1 to 7. */
      chapter?: number
      /** Only papers of this research type. */
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      /** Only papers about the concept with this id. */
      concept?: string
      /** Only papers of this institution, by its name. */
      institution?: string
      /** Only papers in this container, by its name. */
      container?: string
      /** Words of an author’s name. */
      author?: string
      /** Earliest year. */
      yearFrom?: number
      /** Latest year. */
      yearTo?: number
      /** Only papers that became public here on this day (UTC) or later. */
      addedSince?: string
      /** Least longHorizonScore, 0 to 10, inclusive. */
      minLongHorizon?: number
      /** true: only papers with a full text or a note. */
      hasFullText?: boolean
      /** true: only papers that at least one paper of the library cites. */
      citedHere?: boolean
      /** Order of the hits; best by default. cited: by how many papers of the library cite them. */
      sort?: ("best" | "longHorizon" | "enterprise" | "newest" | "added" | "cited")
      /** How much of each paper: ids, card (default) or abstract. */
      detail?: ("ids" | "card" | "abstract")
      /** Hits on a page; 20 by default, 100 at most. */
      limit?: number
      /** true: dates, and authors with a year, in the question are filters (proposedFilters) instead of words. By default they are only proposed. */
      interpret?: boolean
      /** Where the next page begins, as given in the Link header. */
      cursor?: string
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    answer: {
      /** Of a text that is too long for an address, its beginning. */
      query: string
      parsedQuery: {
        words: {
          word: string
          weight: number
        }[]
        /** Words that rank as well, since they are close in meaning to words of the query. */
        meant?: {
          word: string
          closeTo: string[]
        }[]
        match: ("any" | "all")
        required: string[]
        excluded: string[]
        /** How many different words of a long text were left out, because a ranking takes 64; absent if none were. */
        dropped?: number
      }
      /** The paper that similar ones were searched for. */
      like?: {
        id: string
        title: string
      }
      corrections: {
        from: string
        to: string
      }[]
      /** The language of the question, if the library has no text in it. */
      unknownLanguage?: string
      /** Words of the question that interpret=true reads as filters. */
      proposedFilters?: {
        words: string
        filters: {
          author?: string
          yearFrom?: number
          yearTo?: number
          addedSince?: string
        }
        applied: boolean
      }[]
      /** All hits, at most 1,000, where a ranking ends. */
      total: number
      /** Of these, the hits not far weaker than the best. */
      strong: number
      hits: {
        id: string
        title: string
        /** Comparable only within this search. */
        score: number
        authors?: string[]
        year?: number
        institution?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        abstract?: string
        abstractBy?: "editors"
        matched?: {
          title?: string[]
          abstract?: string[]
          topics?: string[]
          concepts?: string[]
          authors?: string[]
          institution?: string[]
          houseComment?: string[]
        }
        snippet?: {
          field: string
          start: number
          end: number
          text: string
          matches: {
            start: number
            end: number
          }[]
        }
        /** The passage of the paper that answers best; its anchor stays valid. */
        passage?: {
          anchor: string
          source: ("abstract" | "houseComment" | "fullText")
          /** Of a summary or note. */
          by?: "editors"
          url: string
          text: string
        }
      }[]
      /** When nothing is found: queries that find something, with their totals. */
      relaxations?: {
        without: string
        total: number
        url?: string
      }[]
      /** With an embeddings endpoint: whether q was also compared by meaning. */
      semantic?: boolean
      nextCursor: (string | null)
      /** Absent if it would be too long for an address. */
      rerunUrl?: string
      estimatedTokens: number
    }
  }
  /** List concepts with trend data, most papers first */
  'GET /api/v1/concepts': {
    query: {
      /** Only concepts of this trend. */
      trend?: 'emerging' | 'growing' | 'stable'
      /** Only these fields of each item, besides its id: some of id, name, definition, paperCount, trend. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      concepts: ({
        id: string
        name: string
        paperCount?: number
        trend?: ("emerging" | "growing" | "stable")
        definition?: string
      } | {
        id: string
        name?: string
        paperCount?: number
        trend?: ("emerging" | "growing" | "stable")
        definition?: string
      })[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** One concept with the evidence of its trend */
  'GET /api/v1/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      id: string
      name: string
      definition?: string
      paperCount: number
      trend: ("emerging" | "growing" | "stable")
      evidence: {
        rule: string
        newestYear: number
        recentYears: number[]
        beforeYears: number[]
        oldestYear: number
        conceptPapers: {
          recent: number
          before: number
        }
        corpusPapers: {
          recent: number
          before: number
        }
        shares: {
          recent: number
          before: number
        }
        factor?: number
        growthFactor: number
        years: {
          year: number
          paperCount: number
        }[]
      }
    }
  }
  /** List research gaps, most severe first */
  'GET /api/v1/gaps': {
    query: {
      /** Only gaps of this severity. */
      severity?: 'critical' | 'high' | 'medium'
      /** Only gaps in this state; without it all. */
      state?: 'open' | 'narrowing' | 'closed'
      /** Only these fields of each item, besides its id: some of id, title, severity, paperCount. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      gaps: ({
        id: string
        title: string
        severity?: ("critical" | "high" | "medium")
        paperCount?: number
      } | {
        id: string
        title?: string
        severity?: ("critical" | "high" | "medium")
        paperCount?: number
      })[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** The life of a research gap: when it was opened, narrowed, closed or reopened, why, and by which papers */
  'GET /api/v1/gaps/{id}/history': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      history: {
        /** The state after the entry. */
        state: ("open" | "narrowing" | "closed")
        entry: ("opened" | "narrowed" | "closed" | "reopened")
        at: string
        /** Null for the first entry. */
        reason: (string | null)
        /** Ids of the public papers that narrowed, closed or reopened it. */
        papers: string[]
      }[]
    }
  }
  /** The archive of weekly briefs, newest first */
  'GET /api/v1/briefs': {
    query: {
      /** Only these fields of each item, besides its id: some of id, week, title, publishedAt, summary. */
      fields?: string | number
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      briefs: ({
        id: string
        week: string
        title?: string
        publishedAt?: string
        summary?: string
      } | {
        id: string
        week?: string
        title?: string
        publishedAt?: string
        summary?: string
      })[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    }
  }
  /** The newest weekly brief */
  'GET /api/v1/briefs/latest': {
    query: {
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: ({
      week: string
      title: string
      summary: string
      houseTake: string
      featuredPapers: string[]
    } | {
      week: string
      title?: string
      summary?: string
      houseTake?: string
      featuredPapers?: string[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    })
  }
  /** One weekly brief, by id such as 2026-w47 */
  'GET /api/v1/briefs/{id}': {
    query: {
      /** How much of each item: ids, card or abstract. Without it, the fields that the contract lists. */
      detail?: 'ids' | 'card' | 'abstract'
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
      /** The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least 200. */
      maxTokens?: number
    }
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: ({
      week: string
      title: string
      summary: string
      houseTake: string
      featuredPapers: string[]
    } | {
      week: string
      title?: string
      summary?: string
      houseTake?: string
      featuredPapers?: string[]
      nextCursor?: (string | null)
      estimatedTokens?: number
    })
  }
  /** The dated corrections under a brief, whose own text never changes */
  'GET /api/v1/briefs/{id}/corrections': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      corrections: {
        at: string
        /** Markdown. */
        text: string
      }[]
    }
  }
  /** What the commentary of one paper rests on */
  'GET /api/v1/papers/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      evidence: {
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
      }[]
    }
  }
  /** What the explanation of one research gap rests on */
  'GET /api/v1/gaps/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      evidence: {
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
      }[]
    }
  }
  /** What the texts of one weekly brief rest on */
  'GET /api/v1/briefs/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      evidence: {
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
      }[]
    }
  }
  /** Public changes, oldest first, under numbers that only rise; also as server-sent events */
  'GET /api/v1/changes': {
    query: {
      /** The number of the last change you know; 0, the default, asks for all. Or a day (from its beginning in UTC) or a time with its offset: the changes at it and after it. */
      since?: string | number
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Seconds to wait when there is no change yet, at most 30. */
      wait?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      changes: {
        seq: number
        kind: ("paper" | "concept" | "gap" | "brief" | "chapter")
        id: string
        event: ("added" | "revised" | "retracted" | "merged")
        at: string
      }[]
      /** The value of since for the next request. */
      nextSeq: number
    }
  }
  /** One record of the library in the form of the dumps, for mirrors */
  'GET /api/v1/records/{kind}/{id}': {
    query: Record<string, never>
    path: {
      /** The kind of the record. */
      kind: string | number
      /** Id of a record of that kind; for a text, the id of its paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: ({
      kind: "paper"
      id: string
      record: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
    } | {
      kind: "concept"
      id: string
      record: {
        id: string
        name: string
        definition?: string
      }
    } | {
      kind: "gap"
      id: string
      record: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        /** Ids of the public papers of the gap. */
        papers: string[]
        /** Absent while nothing happened since it was opened. */
        history?: {
          /** The state after the entry. */
          state: ("open" | "narrowing" | "closed")
          entry: ("opened" | "narrowed" | "closed" | "reopened")
          at: string
          /** Null for the first entry. */
          reason: (string | null)
          /** Ids of the public papers that narrowed, closed or reopened it. */
          papers: string[]
        }[]
      }
    } | {
      kind: "brief"
      id: string
      record: {
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
        id: string
        publishedAt: string
        /** Absent if there are none. */
        corrections?: {
          at: string
          /** Markdown. */
          text: string
        }[]
      }
    } | {
      kind: "chapter"
      id: string
      record: {
        number: number
        name: string
        introduction: string
      }
    } | {
      kind: "text"
      id: string
      /** The open licence that lets anybody pass the text on, as SPDX calls it. */
      license: string
      record: {
        id: string
        licenseUrl?: string
        fullText: string
      }
    } | {
      kind: "references"
      id: string
      record: {
        id: string
        references: {
          title?: string
          authors?: string[]
          year?: number
          doi?: string
          arxivId?: string
          openalexId?: string
          text?: string
          sources: ("jats" | "tei" | "crossref" | "openalex" | "semantic-scholar" | "bibtex" | "pdf")[]
          /** The id of the public paper that it is. */
          paper?: string
        }[]
      }
    })
  }
  /** Papers waiting for review, for agents that draft assessments */
  'GET /api/editorial/drafts': {
    query: {
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      papers: {
        id: string
        title: string
        year: number
        version: number
        /** The version that this key has drafted; left out if none. */
        drafted?: number
      }[]
    }
  }
  /** A paper in the queue, with its full text */
  'GET /api/editorial/drafts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      version: number
      /** The version that this key has drafted; left out if none. */
      drafted?: number
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
    }
  }
  /** Store a draft assessment, each value with a supporting passage; replaces an earlier draft of the same key */
  'PUT /api/editorial/drafts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** The version that the draft is about. */
      version: number
      chapter?: {
        value: number
        /** A quotation from the title, abstract or full text that supports the value. */
        passage: string
      }
      type?: {
        value: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        /** A quotation from the title, abstract or full text that supports the value. */
        passage: string
      }
      longHorizonScore?: {
        value: number
        /** A quotation from the title, abstract or full text that supports the value. */
        passage: string
      }
      enterpriseScore?: {
        value: number
        /** A quotation from the title, abstract or full text that supports the value. */
        passage: string
      }
      concepts?: {
        value: string
        /** A quotation from the title, abstract or full text that supports the value. */
        passage: string
      }[]
      frameworkMappings?: {
        value: string
        /** A quotation from the title, abstract or full text that supports the value. */
        passage: string
      }[]
      houseCommentary?: {
        value: string
        passages: string[]
      }
    }
    answer: {
      success: true
      id: string
      version: number
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** The queue: papers waiting for review, with the findings of the checks */
  'GET /api/editorial/submissions': {
    query: {
      /** Papers waiting for the editors or for their submitters; default: pending. */
      status?: 'pending' | 'changes_requested'
      /** Oldest first, or riskiest first (pending ones only); default: age. */
      order?: 'age' | 'risk'
      /** Only papers that the API key with this id submitted. */
      key?: string | number
      /** Only papers of this ingestion session. */
      session?: string | number
      /** Only papers with at most this risk. */
      maxRisk?: string | number
      /** false: only papers that are not yet assessed, because they lack a chapter, a type or a longHorizonScore; true: only the others. */
      assessed?: 'true' | 'false' | boolean
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      submissions: {
        id: string
        title: string
        year: number
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        version: number
        submittedAt: string
        submittedBy?: {
          id: string
          label?: string
        }
        session?: string
        /** Left out for submissions from before the checks existed. */
        risk?: number
        checks: {
          check: ("missing_abstract" | "address" | "year" | "likeness" | "hidden_characters" | "agent_instructions" | "markdown" | "unchecked" | "unsure_reading" | "notice")
          field: string
          reason: string
          /** Similar papers. */
          papers?: {
            id: string
            title: string
            match: ("doi" | "arxiv" | "title_year" | "near_title" | "number")
            status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          }[]
        }[]
        /** What it lacks of an assessment: chapter, type, longHorizonScore. */
        lacks: string[]
        advice: ("accept" | "ask" | "reject")[]
      }[]
    }
  }
  /** A submission with its checks, differences, recommendations and history */
  'GET /api/editorial/submissions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      submission: {
        id: string
        title: string
        year: number
        status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
        version: number
        submittedAt: string
        submittedBy?: {
          id: string
          label?: string
        }
        session?: string
        /** Left out for submissions from before the checks existed. */
        risk?: number
        checks: {
          check: ("missing_abstract" | "address" | "year" | "likeness" | "hidden_characters" | "agent_instructions" | "markdown" | "unchecked" | "unsure_reading" | "notice")
          field: string
          reason: string
          /** Similar papers. */
          papers?: {
            id: string
            title: string
            match: ("doi" | "arxiv" | "title_year" | "near_title" | "number")
            status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          }[]
        }[]
        /** What it lacks of an assessment: chapter, type, longHorizonScore. */
        lacks: string[]
        paper: {
          id: string
          title: string
          authors: string[]
          year: number
          institution?: string
          url?: string
          abstract?: string
          chapter?: number
          longHorizonScore?: number
          enterpriseScore?: number
          topics?: string[]
          concepts?: string[]
          frameworkMappings?: string[]
          houseCommentary?: string
          storageUrl?: string
          type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
          fullText?: string
          /** How bibliographies sort those authors whose parts of the name are known. */
          authorNames?: {
            name: string
            family: string
            given?: string
          }[]
          /** ORCID iDs and affiliations of those authors for whom a source gives them. */
          authorDetails?: {
            /** The place in `authors`, from 1. */
            position: number
            name: string
            orcid?: string
            affiliations?: string[]
          }[]
          /** Where the paper can be read for free, and who says so. */
          openAccess?: {
            url: string
            source: string
          }
          /** A day, month or year: 2024-05-17, 2024-05, 2024. */
          date?: string
          doi?: string
          /** Without version. */
          arxivId?: string
          kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
          /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
          abstractBy?: ("authors" | "editors")
          /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
          fullTextKind?: ("text" | "note")
          /** Journal, proceedings or book. */
          container?: string
          volume?: string
          issue?: string
          pages?: string
          publisher?: string
          /** The address of a licence, or its name. */
          license?: string
        }
        /** Differences from the previous version, if there is one. */
        changes: {
          field: string
          before?: (string | number | string[])
          after?: (string | number | string[])
        }[]
        recommendations: {
          recommendation: ("accept" | "ask" | "reject")
          note?: string
          /** cli, key:ID, editor:ID, or a part of the program. */
          by: string
          version: number
          at: string
        }[]
        history: {
          status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
          at: string
          /** cli, key:ID, editor:ID, or a part of the program. */
          by: string
          note?: string
        }[]
        /** A decision made in the console that can still be undone. */
        decision?: {
          decision: ("accept" | "ask" | "reject")
          note?: string
          /** cli, key:ID, editor:ID, or a part of the program. */
          by: string
          takesEffectAt: string
        }
      }
    }
  }
  /** Accept, request changes or reject; takes effect at once */
  'POST /api/editorial/submissions/{id}/decision': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      decision: ("accept" | "ask" | "reject")
      /** The version that you reviewed; required for a paper that was resubmitted. */
      version?: number
      /** Required to request changes and to reject; at most 5,000 characters. */
      note?: string
    }
    answer: {
      success: true
      id: string
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Recommend a decision to the editors; replaces an earlier recommendation of the same key */
  'POST /api/editorial/submissions/{id}/recommendation': {
    query: Record<string, never>
    path: {
      /** Id of a submitted paper. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      recommendation: ("accept" | "ask" | "reject")
      /** Required to request changes and to reject; at most 5,000 characters. */
      note?: string
    }
    answer: {
      success: true
      id: string
      recommendation: ("accept" | "ask" | "reject")
      /** The version of the paper that the recommendation is about. */
      version: number
    }
  }
  /** Public papers, or those that are not yet assessed, in public order */
  'GET /api/editorial/papers': {
    query: {
      /** false: only papers that are not yet assessed: they lack a chapter, a type or a longHorizonScore. */
      assessed?: string | number
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
      /** Where the next page begins, as given in the Link header. */
      cursor?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      count: number
      papers: {
        id: string
        title: string
        year: number
        /** What it lacks of an assessment: chapter, type, longHorizonScore. */
        lacks: string[]
      }[]
    }
  }
  /** What the accepted papers suggest for a paper of any state; stores nothing */
  'GET /api/editorial/papers/{id}/suggestions': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      id: string
      /** The version of the paper that they are for. */
      version: number
      suggestions: {
        chapter: {
          value: number
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
        type: {
          value: string
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
        longHorizonScore: {
          value: number
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
        enterpriseScore: {
          value: number
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
        concepts: {
          value: string
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
        frameworkMappings: {
          value: string
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
        /** Phrases that this paper repeats and others rarely contain. */
        newConcepts: {
          value: string
          /** How much of what is known speaks for it. */
          confidence: number
          /** What values of one field are ordered by. */
          strength: number
          reasons: string[]
          /** The most similar accepted papers that have this value. */
          neighbours: {
            id: string
            title: string
          }[]
        }[]
      }
    }
  }
  /** A paper in any state with all its fields; the ETag is its version */
  'GET /api/editorial/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Increases with each change; part of the ETag. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Replace a paper with a new version */
  'PUT /api/editorial/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      id: string
      title: string
      authors: string[]
      year: number
      institution?: string
      url?: string
      abstract?: string
      chapter?: number
      longHorizonScore?: number
      enterpriseScore?: number
      topics?: string[]
      concepts?: string[]
      frameworkMappings?: string[]
      houseCommentary?: string
      storageUrl?: string
      type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
      fullText?: string
      authorNames?: {
        name: string
        family: string
        given?: string
      }[]
      authorDetails?: {
        position?: number
        name: string
        orcid?: string
        affiliations?: string[]
      }[]
      openAccess?: {
        url: string
        source: string
      }
      date?: string
      doi?: string
      arxivId?: string
      kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
      abstractBy?: ("authors" | "editors")
      fullTextKind?: ("text" | "note")
      container?: string
      volume?: string
      issue?: string
      pages?: string
      publisher?: string
      license?: string
    }
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Increases with each change; part of the ETag. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Change some fields of a paper; null removes one (RFC 7396, sent as application/json) */
  'PATCH /api/editorial/papers/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: Record<string, unknown>
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Increases with each change; part of the ETag. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Who changed a paper, and when, newest first */
  'GET /api/editorial/papers/{id}/versions': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      versions: {
        /** Increases with each change; part of the ETag. */
        version: number
        at: string
        /** cli, key:ID, editor:ID, or a part of the program. */
        actor: string
      }[]
    }
  }
  /** A paper as it was in one version */
  'GET /api/editorial/papers/{id}/versions/{version}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
      /** Number of a version, from 1. */
      version: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Increases with each change; part of the ETag. */
      version: number
      at: string
      /** cli, key:ID, editor:ID, or a part of the program. */
      actor: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
    }
  }
  /** Restore an earlier version of a paper as a new version */
  'POST /api/editorial/papers/{id}/restore': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      version: number
    }
    answer: {
      success: true
      status: ("pending" | "changes_requested" | "accepted" | "rejected" | "withdrawn" | "retracted" | "merged")
      /** Increases with each change; part of the ETag. */
      version: number
      updatedAt: string
      paper: {
        id: string
        title: string
        authors: string[]
        year: number
        institution?: string
        url?: string
        abstract?: string
        chapter?: number
        longHorizonScore?: number
        enterpriseScore?: number
        topics?: string[]
        concepts?: string[]
        frameworkMappings?: string[]
        houseCommentary?: string
        storageUrl?: string
        type?: ("empirical" | "theoretical" | "benchmark" | "system" | "survey" | "position" | "case_study" | "dataset")
        fullText?: string
        /** How bibliographies sort those authors whose parts of the name are known. */
        authorNames?: {
          name: string
          family: string
          given?: string
        }[]
        /** ORCID iDs and affiliations of those authors for whom a source gives them. */
        authorDetails?: {
          /** The place in `authors`, from 1. */
          position: number
          name: string
          orcid?: string
          affiliations?: string[]
        }[]
        /** Where the paper can be read for free, and who says so. */
        openAccess?: {
          url: string
          source: string
        }
        /** A day, month or year: 2024-05-17, 2024-05, 2024. */
        date?: string
        doi?: string
        /** Without version. */
        arxivId?: string
        kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
        /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
        abstractBy?: ("authors" | "editors")
        /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
        fullTextKind?: ("text" | "note")
        /** Journal, proceedings or book. */
        container?: string
        volume?: string
        issue?: string
        pages?: string
        publisher?: string
        /** The address of a licence, or its name. */
        license?: string
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Merge a duplicate into another paper; its URL then redirects there */
  'POST /api/editorial/papers/{id}/merge': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      into: string
      note?: string
    }
    answer: {
      success: true
      id: string
      mergedInto: string
    }
  }
  /** Add a PDF to a paper; the body is the file (application/pdf) */
  'PUT /api/editorial/papers/{id}/file': {
    query: {
      /** The name of the file; default: the id of the paper. */
      name?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      sha256: string
      bytes: number
      url: string
    }
  }
  /** Add a PDF to a paper; the body is the file (application/pdf) */
  'POST /api/editorial/papers/{id}/file': {
    query: {
      /** The name of the file; default: the id of the paper. */
      name?: string | number
    }
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      sha256: string
      bytes: number
      url: string
    }
  }
  /** The files of a paper in any state, and whether anybody may download them */
  'GET /api/editorial/papers/{id}/files': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Whether anybody may download them while the paper is public. */
      open: boolean
      permission: (("allowed" | "refused") | null)
      license?: string
      files: {
        sha256: string
        bytes: number
        name: string
        /** Where it is served, to everybody or only to editors. */
        url: string
        /** The version of the paper when the file was added. */
        version: number
        addedAt: string
        addedBy: string
      }[]
    }
  }
  /** Set whether anybody may download the files of a public paper, or let its licence decide */
  'PUT /api/editorial/papers/{id}/files/permission': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** allowed: anybody may download the files; refused: only editors; null: the licence decides. */
      permission: (("allowed" | "refused") | null)
    }
    answer: {
      success: true
      /** Whether anybody may download them while the paper is public. */
      open: boolean
      permission: (("allowed" | "refused") | null)
      license?: string
      files: {
        sha256: string
        bytes: number
        name: string
        /** Where it is served, to everybody or only to editors. */
        url: string
        /** The version of the paper when the file was added. */
        version: number
        addedAt: string
        addedBy: string
      }[]
    }
  }
  /** Remove a file from a paper */
  'DELETE /api/editorial/papers/{id}/files/{sha256}': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
      /** The SHA-256 of a file, in hexadecimal digits. */
      sha256: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** Whether anybody may download them while the paper is public. */
      open: boolean
      permission: (("allowed" | "refused") | null)
      license?: string
      files: {
        sha256: string
        bytes: number
        name: string
        /** Where it is served, to everybody or only to editors. */
        url: string
        /** The version of the paper when the file was added. */
        version: number
        addedAt: string
        addedBy: string
      }[]
    }
  }
  /** Every concept by name, including those without public papers */
  'GET /api/editorial/concepts': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      concepts: {
        id: string
        name: string
        definition?: string
        paperCount: number
        version: number
      }[]
    }
  }
  /** One concept; the ETag is its version */
  'GET /api/editorial/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      concept: {
        id: string
        name: string
        definition?: string
        paperCount: number
        version: number
      }
    }
  }
  /** Name and define a concept; its papers get the new name, its id stays */
  'PUT /api/editorial/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      name: string
      definition?: string
    }
    answer: {
      success: true
      concept: {
        id: string
        name: string
        definition?: string
        paperCount: number
        version: number
      }
    }
  }
  /** Delete a concept that is in use nowhere; If-Match may name the version */
  'DELETE /api/editorial/concepts/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      id: string
    }
  }
  /** Merge a concept into another; its id and names then redirect there */
  'POST /api/editorial/concepts/{id}/merge': {
    query: Record<string, never>
    path: {
      /** Id of a concept: its name in lower case with hyphens. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      into: string
    }
    answer: {
      success: true
      id: string
      mergedInto: string
      papersRenamed: number
    }
  }
  /** All gaps, most severe first */
  'GET /api/editorial/gaps': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      gaps: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        paperCount: number
      }[]
    }
  }
  /** Add a gap with the next free id */
  'POST /api/editorial/gaps': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      title: string
      severity: ("critical" | "high" | "medium")
      explanation: string
      papers?: string[]
    }
    answer: {
      success: true
      gap: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        papers: string[]
        version: number
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** One gap with its papers; the ETag is its version */
  'GET /api/editorial/gaps/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      gap: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        papers: string[]
        version: number
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Replace a gap with a new version */
  'PUT /api/editorial/gaps/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      title: string
      severity: ("critical" | "high" | "medium")
      explanation: string
      papers?: string[]
    }
    answer: {
      success: true
      gap: {
        id: string
        title: string
        severity: ("critical" | "high" | "medium")
        explanation: string
        papers: string[]
        version: number
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** The state and history of a gap; the ETag is its version */
  'GET /api/editorial/gaps/{id}/history': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      gap: {
        id: string
        state: ("open" | "narrowing" | "closed")
        version: number
      }
      history: {
        /** The state after the entry. */
        state: ("open" | "narrowing" | "closed")
        entry: ("opened" | "narrowed" | "closed" | "reopened")
        at: string
        /** Null for the first entry. */
        reason: (string | null)
        /** Ids of the public papers that narrowed, closed or reopened it. */
        papers: string[]
      }[]
    }
  }
  /** Narrow, close or reopen a gap: an entry of its history with a reason and the papers that did it */
  'POST /api/editorial/gaps/{id}/history': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      state: ("open" | "narrowing" | "closed")
      reason: string
      papers?: string[]
    }
    answer: {
      success: true
      gap: {
        id: string
        state: ("open" | "narrowing" | "closed")
        version: number
      }
      history: {
        /** The state after the entry. */
        state: ("open" | "narrowing" | "closed")
        entry: ("opened" | "narrowed" | "closed" | "reopened")
        at: string
        /** Null for the first entry. */
        reason: (string | null)
        /** Ids of the public papers that narrowed, closed or reopened it. */
        papers: string[]
      }[]
    }
  }
  /** Names and introductions of the chapters, in the order shown */
  'GET /api/editorial/chapters': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      chapters: {
        number: number
        name: string
        /** Markdown. */
        introduction: string
        version: number
      }[]
    }
  }
  /** One chapter; the ETag is its version, "0" until it is first edited */
  'GET /api/editorial/chapters/{number}': {
    query: Record<string, never>
    path: {
      /** Number of a chapter, 1 to 7. */
      number: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      chapter: {
        number: number
        name: string
        /** Markdown. */
        introduction: string
        version: number
      }
    }
  }
  /** Replace the name and introduction of a chapter */
  'PUT /api/editorial/chapters/{number}': {
    query: Record<string, never>
    path: {
      /** Number of a chapter, 1 to 7. */
      number: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      name: string
      introduction?: string
    }
    answer: {
      success: true
      chapter: {
        number: number
        name: string
        /** Markdown. */
        introduction: string
        version: number
      }
    }
  }
  /** Move up to 200 papers of a chapter to another one or to none; the chapter goes with the last one */
  'POST /api/editorial/chapters/{number}/merge': {
    query: Record<string, never>
    path: {
      /** Number of a chapter, 1 to 7. */
      number: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      /** The chapter that gets the papers; null for none. */
      into: (number | null)
    }
    answer: {
      success: true
      number: number
      mergedInto: (number | null)
      papersMoved: number
      /** Papers that have yet to move: ask again. The chapter goes with the last one. */
      papersLeft: number
    }
  }
  /** Drafts and published briefs, newest first */
  'GET /api/editorial/briefs': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      drafts: {
        id: string
        week: string
        title: string
        version: number
        updatedAt: string
      }[]
      published: {
        id: string
        week: string
        title: string
        publishedAt: string
      }[]
    }
  }
  /** The draft of one week, such as 2026-w47; the ETag is its version */
  'GET /api/editorial/briefs/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      draft: {
        id: string
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
        version: number
        updatedAt: string
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** Store a draft: If-None-Match: * creates one, If-Match changes it */
  'PUT /api/editorial/briefs/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      title: string
      summary: string
      houseTake: string
      featuredPapers?: string[]
    }
    answer: {
      success: true
      draft: {
        id: string
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
        version: number
        updatedAt: string
      }
      /** After a change, the marks that do not hold; absent if all hold. */
      evidence?: {
        /** As it stands in the text. */
        mark: string
        /** Why it does not hold. */
        problem: string
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
      }[]
    }
  }
  /** A first text for the brief, from the week's accepted papers, rising concepts and best papers; stores nothing */
  'GET /api/editorial/briefs/{id}/suggestion': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      suggestion: {
        id: string
        week: string
        title: string
        summary: string
        houseTake: string
        featuredPapers: string[]
      }
    }
  }
  /** Publish a draft for good; the request has no body */
  'POST /api/editorial/briefs/{id}/publish': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: undefined
    answer: {
      success: true
      id: string
      publishedAt: string
    }
  }
  /** The corrections under a published brief */
  'GET /api/editorial/briefs/{id}/corrections': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      corrections: {
        at: string
        /** Markdown. */
        text: string
      }[]
    }
  }
  /** Add a dated correction under a published brief, for good */
  'POST /api/editorial/briefs/{id}/corrections': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      text: string
    }
    answer: {
      success: true
      corrections: {
        at: string
        /** Markdown. */
        text: string
      }[]
    }
  }
  /** Name, looks, chapters and words of the library, with defaults for what is not set */
  'GET /api/editorial/settings': {
    query: Record<string, never>
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      settings: {
        name: string
        tagline: string
        /** Markdown. */
        about: string
        accentColor: (string | null)
        /** SVG, as it was sanitized. */
        logo: (string | null)
        /** SVG, as it was sanitized. */
        favicon: (string | null)
        footerLinks: {
          label: string
          url: string
        }[]
        /** A language tag (BCP 47). */
        language: string
        chapters: {
          number: number
          name: string
          /** Markdown. */
          introduction: string
        }[]
        scores: {
          score: ("longHorizonScore" | "enterpriseScore")
          name: string
          meaning: string
          words: string[]
        }[]
        labels: {
          types?: {
            one: string
            many: string
          }
          concepts?: {
            one: string
            many: string
          }
          frameworks?: {
            one: string
            many: string
          }
          gaps?: {
            one: string
            many: string
          }
          briefs?: {
            one: string
            many: string
          }
        }
        off: ("types" | "concepts" | "frameworks" | "gaps" | "briefs")[]
      }
      version: number
    }
  }
  /** Replace the settings of the library; what is null or missing gets its default */
  'PUT /api/editorial/settings': {
    query: Record<string, never>
    path: Record<string, never>
    headers: {
      /** The ETag of the version that was edited; required, unless If-None-Match: * creates something new. */
      "If-Match"?: string | number
    }
    body: {
      name?: (string | null)
      tagline?: (string | null)
      about?: (string | null)
      accentColor?: (string | null)
      logo?: (string | null)
      favicon?: (string | null)
      footerLinks?: ({
        label: string
        url: string
      }[] | null)
      language?: (string | null)
      scores?: ({
        score: ("longHorizonScore" | "enterpriseScore")
        name: string
        meaning: string
        words: string[]
      }[] | null)
      labels?: ({
        types?: {
          one: string
          many: string
        }
        concepts?: {
          one: string
          many: string
        }
        frameworks?: {
          one: string
          many: string
        }
        gaps?: {
          one: string
          many: string
        }
        briefs?: {
          one: string
          many: string
        }
      } | null)
      off?: (("types" | "concepts" | "frameworks" | "gaps" | "briefs")[] | null)
      chapters?: ({
        name: string
        introduction?: string
        number: number
      }[] | null)
    }
    answer: {
      success: true
      settings: {
        name: string
        tagline: string
        /** Markdown. */
        about: string
        accentColor: (string | null)
        /** SVG, as it was sanitized. */
        logo: (string | null)
        /** SVG, as it was sanitized. */
        favicon: (string | null)
        footerLinks: {
          label: string
          url: string
        }[]
        /** A language tag (BCP 47). */
        language: string
        chapters: {
          number: number
          name: string
          /** Markdown. */
          introduction: string
        }[]
        scores: {
          score: ("longHorizonScore" | "enterpriseScore")
          name: string
          meaning: string
          words: string[]
        }[]
        labels: {
          types?: {
            one: string
            many: string
          }
          concepts?: {
            one: string
            many: string
          }
          frameworks?: {
            one: string
            many: string
          }
          gaps?: {
            one: string
            many: string
          }
          briefs?: {
            one: string
            many: string
          }
        }
        off: ("types" | "concepts" | "frameworks" | "gaps" | "briefs")[]
      }
      version: number
    }
  }
  /** Import records in any format of docs/formats.md, by Content-Type or content; needs scope "ingest" or "review:decide" */
  'POST /api/editorial/imports': {
    query: {
      /** For tables: the columns that fill fields, by their names; others are read by known names. */
      columns?: string | number
      /** true: report what would happen and store nothing. */
      dryRun?: 'true' | 'false' | boolean
      /** true: also store the text of a PDF that names no open licence. */
      fullText?: 'true' | 'false' | boolean
      /** Name of the ingestion session in the queue; default: the current time. */
      session?: string | number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      read: number
      stored: number
      unchanged: number
      enriched: number
      proposed: number
      refused: number
      /** Identifiers that were stored as candidates; they are not papers yet. */
      candidates: number
      session: string
      records: {
        position: string
        outcome: ("stored" | "unchanged" | "enriched" | "proposed" | "candidate" | "refused")
        id?: string
        /** How the paper was recognised. */
        match?: ("doi" | "arxiv" | "version" | "title_year" | "near_title" | "record")
        /** The fields that were filled or are proposed. */
        fields?: string[]
        /** Papers that may be the same work; somebody has to compare them. */
        toCompare?: string[]
        /** Parts of the record that have no field in a paper. */
        unmapped?: string[]
        /** What may have been read wrongly from a PDF; somebody has to compare it with the first page. */
        unsure?: ("title" | "authors")[]
        reason?: string
      }[]
    }
  }
  /** Changes to public papers that imported records propose, one a paper, oldest first, 100 at a time */
  'GET /api/editorial/proposals': {
    query: {
      /** Only proposals in this state; open by default. */
      state?: 'open' | 'taken' | 'left'
      /** The id of the last proposal of the previous page. */
      after?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      proposals: {
        id: number
        paper: string
        title: string
        fields: {
          title?: string
          authors?: string[]
          institution?: string
          url?: string
          storageUrl?: string
          abstract?: string
          topics?: string[]
          /** How bibliographies sort those authors whose parts of the name are known. */
          authorNames?: {
            name: string
            family: string
            given?: string
          }[]
          /** ORCID iDs and affiliations of those authors for whom a source gives them. */
          authorDetails?: {
            /** The place in `authors`, from 1. */
            position: number
            name: string
            orcid?: string
            affiliations?: string[]
          }[]
          /** Where the paper can be read for free, and who says so. */
          openAccess?: {
            url: string
            source: string
          }
          /** A day, month or year: 2024-05-17, 2024-05, 2024. */
          date?: string
          doi?: string
          /** Without version. */
          arxivId?: string
          kind?: ("journal-article" | "conference-paper" | "preprint" | "manuscript" | "book" | "chapter" | "thesis" | "report" | "dataset" | "software" | "webpage" | "other")
          /** Who wrote `abstract`: the authors of the paper; or the editors of the library, then it is their summary. */
          abstractBy?: ("authors" | "editors")
          /** What `fullText` is: the text of the paper; or a note that the editors of the library wrote about it. */
          fullTextKind?: ("text" | "note")
          /** Journal, proceedings or book. */
          container?: string
          volume?: string
          issue?: string
          pages?: string
          publisher?: string
          /** The address of a licence, or its name. */
          license?: string
        }
        proposedAt: string
        state: ("open" | "taken" | "left")
        decidedBy?: string
        decidedAt?: string
        /** What happened to the paper where it is published. A withdrawal, retraction or deletion is a proposal to retract it. */
        notices?: {
          kind: ("version" | "correction" | "withdrawal" | "retraction" | "deletion" | "dead_link")
          text?: string
          date?: string
          address?: string
        }[]
        source: {
          format: ("papers" | "arxiv-atom" | "arxiv-listing" | "rss" | "oai-pmh" | "crossref" | "openalex" | "semantic-scholar" | "csl-json" | "zotero" | "dblp" | "openreview" | "zenodo" | "datacite" | "huggingface" | "schema-org" | "web-page" | "bibtex" | "ris" | "pubmed" | "endnote" | "jats" | "tei" | "mods" | "marcxml" | "csv" | "retraction-watch" | "identifiers" | "links" | "pdf" | "link-check")
          place: string
          position: string
          recordId?: string
        }
        /** Records whose data is joined in this proposal, besides the last one, oldest first. */
        earlierSources?: {
          format: ("papers" | "arxiv-atom" | "arxiv-listing" | "rss" | "oai-pmh" | "crossref" | "openalex" | "semantic-scholar" | "csl-json" | "zotero" | "dblp" | "openreview" | "zenodo" | "datacite" | "huggingface" | "schema-org" | "web-page" | "bibtex" | "ris" | "pubmed" | "endnote" | "jats" | "tei" | "mods" | "marcxml" | "csv" | "retraction-watch" | "identifiers" | "links" | "pdf" | "link-check")
          place: string
          position: string
          recordId?: string
        }[]
      }[]
    }
  }
  /** Accept a proposal as a new version of the paper, or dismiss it */
  'POST /api/editorial/proposals/{id}': {
    query: Record<string, never>
    path: {
      /** Id of a proposed revision. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      decision: ("take" | "leave")
    }
    answer: {
      success: true
      paper: string
      version?: number
    }
  }
  /** Sentences to look at again, by what changed, gravest first */
  'GET /api/editorial/alerts': {
    query: {
      /** Only alerts in this state; open by default. */
      state?: 'open' | 'settled'
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      alerts: {
        id: number
        cause: ("retracted" | "quotation" | "search" | "merged" | "revised" | "hits")
        /** The paper that did it; null if no single one did. */
        paper: (string | null)
        /** What changed, in a sentence. */
        change: string
        /** What the sentence stands in. */
        kind: ("paper" | "gap" | "brief")
        /** The id of the paper, gap or brief. */
        subject: string
        sentence: string
        mark: string
        openedAt: string
        settled: ({
          as: ("edited" | "confirmed" | "corrected" | "recovered")
          by: string
          at: string
          /** Of a confirmed one: the revision of the corpus. */
          revision: (number | null)
        } | null)
      }[]
    }
  }
  /** Say that a sentence is still true; the request has no body */
  'POST /api/editorial/alerts/{id}/confirm': {
    query: Record<string, never>
    path: {
      /** Number of an alert. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      alert: {
        id: number
        cause: ("retracted" | "quotation" | "search" | "merged" | "revised" | "hits")
        /** The paper that did it; null if no single one did. */
        paper: (string | null)
        /** What changed, in a sentence. */
        change: string
        /** What the sentence stands in. */
        kind: ("paper" | "gap" | "brief")
        /** The id of the paper, gap or brief. */
        subject: string
        sentence: string
        mark: string
        openedAt: string
        settled: ({
          as: ("edited" | "confirmed" | "corrected" | "recovered")
          by: string
          at: string
          /** Of a confirmed one: the revision of the corpus. */
          revision: (number | null)
        } | null)
      }
    }
  }
  /** Correct a sentence of a brief by a dated correction under it */
  'POST /api/editorial/alerts/{id}/correct': {
    query: Record<string, never>
    path: {
      /** Number of an alert. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      text: string
    }
    answer: {
      success: true
      alert: {
        id: number
        cause: ("retracted" | "quotation" | "search" | "merged" | "revised" | "hits")
        /** The paper that did it; null if no single one did. */
        paper: (string | null)
        /** What changed, in a sentence. */
        change: string
        /** What the sentence stands in. */
        kind: ("paper" | "gap" | "brief")
        /** The id of the paper, gap or brief. */
        subject: string
        sentence: string
        mark: string
        openedAt: string
        settled: ({
          as: ("edited" | "confirmed" | "corrected" | "recovered")
          by: string
          at: string
          /** Of a confirmed one: the revision of the corpus. */
          revision: (number | null)
        } | null)
      }
    }
  }
  /** Raise no more alerts for the search of a sentence; the request has no body */
  'POST /api/editorial/alerts/{id}/mute': {
    query: Record<string, never>
    path: {
      /** Number of an alert. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      alert: {
        id: number
        cause: ("retracted" | "quotation" | "search" | "merged" | "revised" | "hits")
        /** The paper that did it; null if no single one did. */
        paper: (string | null)
        /** What changed, in a sentence. */
        change: string
        /** What the sentence stands in. */
        kind: ("paper" | "gap" | "brief")
        /** The id of the paper, gap or brief. */
        subject: string
        sentence: string
        mark: string
        openedAt: string
        settled: ({
          as: ("edited" | "confirmed" | "corrected" | "recovered")
          by: string
          at: string
          /** Of a confirmed one: the revision of the corpus. */
          revision: (number | null)
        } | null)
      }
    }
  }
  /** What the public texts of a paper rest on, with what does not hold */
  'GET /api/editorial/papers/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      evidence: {
        /** The text that the mark stands in. */
        field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
        /** The number of the mark in its text, from 1. */
        number: number
        /** The sentence that rests on it, without marks. */
        sentence: string
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
        /** Why it does not hold; null if it does. */
        problem: (string | null)
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
        judgedBy: (string | null)
        judgedAt: (string | null)
      }[]
    }
  }
  /** Say whether a quotation in a paper bears its sentence */
  'PUT /api/editorial/papers/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a paper. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** The text that the mark stands in. */
      field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
      /** The number of the mark in its text, from 1. */
      number: number
      /** As it stands in the text now. */
      mark: string
      /** Null takes a judgement back. */
      support: (("yes" | "partly" | "no") | null)
      /** The name of the person who judged, which readers see. */
      by?: string
    }
    answer: {
      success: true
      evidence: {
        /** The text that the mark stands in. */
        field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
        /** The number of the mark in its text, from 1. */
        number: number
        /** The sentence that rests on it, without marks. */
        sentence: string
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
        /** Why it does not hold; null if it does. */
        problem: (string | null)
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
        judgedBy: (string | null)
        judgedAt: (string | null)
      }[]
    }
  }
  /** What the public texts of a gap rest on, with what does not hold */
  'GET /api/editorial/gaps/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      evidence: {
        /** The text that the mark stands in. */
        field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
        /** The number of the mark in its text, from 1. */
        number: number
        /** The sentence that rests on it, without marks. */
        sentence: string
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
        /** Why it does not hold; null if it does. */
        problem: (string | null)
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
        judgedBy: (string | null)
        judgedAt: (string | null)
      }[]
    }
  }
  /** Say whether a quotation in a gap bears its sentence */
  'PUT /api/editorial/gaps/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a research gap. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** The text that the mark stands in. */
      field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
      /** The number of the mark in its text, from 1. */
      number: number
      /** As it stands in the text now. */
      mark: string
      /** Null takes a judgement back. */
      support: (("yes" | "partly" | "no") | null)
      /** The name of the person who judged, which readers see. */
      by?: string
    }
    answer: {
      success: true
      evidence: {
        /** The text that the mark stands in. */
        field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
        /** The number of the mark in its text, from 1. */
        number: number
        /** The sentence that rests on it, without marks. */
        sentence: string
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
        /** Why it does not hold; null if it does. */
        problem: (string | null)
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
        judgedBy: (string | null)
        judgedAt: (string | null)
      }[]
    }
  }
  /** What the public texts of a brief rest on, with what does not hold */
  'GET /api/editorial/briefs/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      evidence: {
        /** The text that the mark stands in. */
        field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
        /** The number of the mark in its text, from 1. */
        number: number
        /** The sentence that rests on it, without marks. */
        sentence: string
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
        /** Why it does not hold; null if it does. */
        problem: (string | null)
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
        judgedBy: (string | null)
        judgedAt: (string | null)
      }[]
    }
  }
  /** Say whether a quotation in a brief bears its sentence */
  'PUT /api/editorial/briefs/{id}/evidence': {
    query: Record<string, never>
    path: {
      /** Id of a weekly brief: its year and week. */
      id: string | number
    }
    headers: Record<string, never>
    body: {
      /** The text that the mark stands in. */
      field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
      /** The number of the mark in its text, from 1. */
      number: number
      /** As it stands in the text now. */
      mark: string
      /** Null takes a judgement back. */
      support: (("yes" | "partly" | "no") | null)
      /** The name of the person who judged, which readers see. */
      by?: string
    }
    answer: {
      success: true
      evidence: {
        /** The text that the mark stands in. */
        field: ("houseCommentary" | "explanation" | "summary" | "houseTake")
        /** The number of the mark in its text, from 1. */
        number: number
        /** The sentence that rests on it, without marks. */
        sentence: string
        /** As it stands in the text. */
        mark: string
        kind: ("paper" | "quote" | "search")
        /** The id of the public paper, also after a merge. */
        paper: (string | null)
        /** The version of the paper that was looked at. */
        version: (number | null)
        /** Of a full text that may not be shown whole, at most 25 words. */
        quote: (string | null)
        /** The passage where the quotation begins. */
        anchor: (string | null)
        match: (("exact" | "normalized" | "near" | "missing") | null)
        /** Whether the quotation bears its sentence, as an editor judged. */
        support: (("yes" | "partly" | "no") | null)
        /** Parameters of /api/v1/search, with match=all. */
        query: (string | null)
        /** The total of the search, at most 1,000. */
        count: (number | null)
        checkedAt: (string | null)
        /** Why it does not hold; null if it does. */
        problem: (string | null)
        /** What the authors wrote in the place of a quotation. */
        found: (string | null)
        judgedBy: (string | null)
        judgedAt: (string | null)
      }[]
    }
  }
  /** The inbox: candidates from watched sources and lists, the most promising first */
  'GET /api/editorial/candidates': {
    query: {
      /** The `next` of the previous page. */
      after?: string | number
      /** Results per page: 50 by default, 500 at most. */
      limit?: number
    }
    path: Record<string, never>
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      /** How many candidates wait in all. */
      open: number
      candidates: {
        id: number
        /** Left out where only the identifier is known. */
        title?: string
        authors?: string[]
        year?: number
        abstract?: string
        url?: string
        doi?: string
        arxivId?: string
        /** The headings of the list of links that names it. */
        topics?: string[]
        foundAt: string
        /** How many papers of the library cite it, if references led to it. */
        citedHere?: number
        /** The latest of them. */
        citedBy?: {
          id: string
          title: string
        }[]
        /** Left out until it is ranked, as is `likeRejected`. */
        likeAccepted?: {
          /** Left out for a dismissed candidate. */
          id?: string
          title: string
          likeness: number
        }[]
        likeRejected?: {
          /** Left out for a dismissed candidate. */
          id?: string
          title: string
          likeness: number
        }[]
        origins: {
          /** The watched source; left out for a list. */
          source?: {
            id: number
            name: string
          }
          format: ("papers" | "arxiv-atom" | "arxiv-listing" | "rss" | "oai-pmh" | "crossref" | "openalex" | "semantic-scholar" | "csl-json" | "zotero" | "dblp" | "openreview" | "zenodo" | "datacite" | "huggingface" | "schema-org" | "web-page" | "bibtex" | "ris" | "pubmed" | "endnote" | "jats" | "tei" | "mods" | "marcxml" | "csv" | "retraction-watch" | "identifiers" | "links" | "pdf" | "link-check")
          place: string
          recordId: string
          fetchedAt: string
        }[]
      }[]
      /** `after` for the next page; left out on the last. */
      next?: string
    }
  }
  /** Keep a candidate as a submission, dismiss it for good, or undo a dismissal */
  'POST /api/editorial/candidates/{id}': {
    query: Record<string, never>
    path: {
      /** Number of a candidate. */
      id: string | number
    }
    headers: {
      /** A unique name for this request: repeated under the same name, it runs once and gets the same response. */
      "Idempotency-Key"?: string | number
    }
    body: {
      decision: ("keep" | "dismiss" | "reopen")
    }
    answer: {
      success: true
      id: number
      state: ("open" | "kept" | "dismissed")
      /** The submission that a kept candidate became. */
      paper?: string
    }
  }
  /** The state of an ingestion session; with the key of the session, its id may be given as "current" */
  'GET /api/ingest-sessions/{id}': {
    query: Record<string, never>
    path: {
      /** Id of an ingestion session; current means that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      id: string
      label: string
      state: ("open" | "closed" | "undoing" | "undone")
      max: number
      until: string
      read: number
      stored: number
      unchanged: number
      enriched: number
      /** Left out if there are none. */
      proposed?: number
      refused: number
      /** Identifiers that were stored as candidates, which are not papers yet. Left out if there are none. */
      candidates?: number
      /** All chunks up to this one are stored; null until the first one is. */
      last: (number | null)
    }
  }
  /** The chunks received, with their digests, 1,000 at a time */
  'GET /api/ingest-sessions/{id}/chunks': {
    query: {
      /** The last chunk of the previous page. */
      after?: number
    }
    path: {
      /** Id of an ingestion session; current means that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      chunks: {
        chunk: number
        digest: string
        done: boolean
        read: number
        stored: number
        unchanged: number
        enriched: number
        /** Left out if there are none. */
        proposed?: number
        refused: number
        /** Identifiers that were stored as candidates, which are not papers yet. Left out if there are none. */
        candidates?: number
      }[]
    }
  }
  /** Why records of a chunk were refused, 1,000 at a time */
  'GET /api/ingest-sessions/{id}/refusals': {
    query: {
      /** The number of the chunk. */
      chunk: number
      /** The number of the last refusal of the previous page. */
      after?: number
    }
    path: {
      /** Id of an ingestion session; current means that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: undefined
    answer: {
      success: true
      refusals: {
        number: number
        position: string
        reason: string
      }[]
    }
  }
  /** Store a chunk of complete records in any format of docs/formats.md; sending it again changes nothing */
  'POST /api/ingest-sessions/{id}/papers': {
    query: {
      /** The number of the chunk. Send the same content under the same number when you retry. */
      chunk: number
      /** For tables: the columns that fill fields, by their names; others are read by known names. */
      columns?: string | number
      /** The file that the records come from. */
      file?: string | number
      /** For JSON lines of papers: the line number of the first one in the file. */
      line?: number
    }
    path: {
      /** Id of an ingestion session; current means that of the key. */
      id: string | number
    }
    headers: Record<string, never>
    body: string | Uint8Array<ArrayBuffer>
    answer: {
      success: true
      chunk: number
      read: number
      stored: number
      unchanged: number
      enriched: number
      /** Left out if there are none. */
      proposed?: number
      refused: number
      /** Identifiers that were stored as candidates, which are not papers yet. Left out if there are none. */
      candidates?: number
      /** All chunks up to this one are stored; null until the first one is. */
      last: (number | null)
    }
  }
}

/** Every operation by its name in the description; needsKey: only who has an API key may call it. */
export const operations = {
  getApiPapers: { key: 'GET /api/papers', needsKey: false },
  postApiPapers: { key: 'POST /api/papers', needsKey: true },
  getApiPapersById: { key: 'GET /api/papers/{id}', needsKey: false },
  getApiSubmissions: { key: 'GET /api/submissions', needsKey: true },
  getApiSubmissionsById: { key: 'GET /api/submissions/{id}', needsKey: true },
  putApiSubmissionsById: { key: 'PUT /api/submissions/{id}', needsKey: true },
  deleteApiSubmissionsById: { key: 'DELETE /api/submissions/{id}', needsKey: true },
  postApiContact: { key: 'POST /api/contact', needsKey: false },
  postApiSubscribe: { key: 'POST /api/subscribe', needsKey: false },
  postApiMailBounces: { key: 'POST /api/mail/bounces', needsKey: false },
  getApiStats: { key: 'GET /api/stats', needsKey: false },
  getApiHealth: { key: 'GET /api/health', needsKey: false },
  getApiHealthReady: { key: 'GET /api/health/ready', needsKey: false },
  getApiV1Papers: { key: 'GET /api/v1/papers', needsKey: false },
  getApiV1PapersById: { key: 'GET /api/v1/papers/{id}', needsKey: false },
  getApiV1PapersByIdReferences: { key: 'GET /api/v1/papers/{id}/references', needsKey: false },
  getApiV1PapersByIdCitations: { key: 'GET /api/v1/papers/{id}/citations', needsKey: false },
  getApiV1Passages: { key: 'GET /api/v1/passages', needsKey: false },
  postApiV1Passages: { key: 'POST /api/v1/passages', needsKey: false },
  postApiV1ReferencesCheck: { key: 'POST /api/v1/references/check', needsKey: false },
  postApiV1Check: { key: 'POST /api/v1/check', needsKey: false },
  getApiV1Search: { key: 'GET /api/v1/search', needsKey: false },
  postApiV1Search: { key: 'POST /api/v1/search', needsKey: false },
  getApiV1Concepts: { key: 'GET /api/v1/concepts', needsKey: false },
  getApiV1ConceptsById: { key: 'GET /api/v1/concepts/{id}', needsKey: false },
  getApiV1Gaps: { key: 'GET /api/v1/gaps', needsKey: false },
  getApiV1GapsByIdHistory: { key: 'GET /api/v1/gaps/{id}/history', needsKey: false },
  getApiV1Briefs: { key: 'GET /api/v1/briefs', needsKey: false },
  getApiV1BriefsLatest: { key: 'GET /api/v1/briefs/latest', needsKey: false },
  getApiV1BriefsById: { key: 'GET /api/v1/briefs/{id}', needsKey: false },
  getApiV1BriefsByIdCorrections: { key: 'GET /api/v1/briefs/{id}/corrections', needsKey: false },
  getApiV1PapersByIdEvidence: { key: 'GET /api/v1/papers/{id}/evidence', needsKey: false },
  getApiV1GapsByIdEvidence: { key: 'GET /api/v1/gaps/{id}/evidence', needsKey: false },
  getApiV1BriefsByIdEvidence: { key: 'GET /api/v1/briefs/{id}/evidence', needsKey: false },
  getApiV1Changes: { key: 'GET /api/v1/changes', needsKey: false },
  getApiV1RecordsByKindById: { key: 'GET /api/v1/records/{kind}/{id}', needsKey: false },
  getApiEditorialDrafts: { key: 'GET /api/editorial/drafts', needsKey: true },
  getApiEditorialDraftsById: { key: 'GET /api/editorial/drafts/{id}', needsKey: true },
  putApiEditorialDraftsById: { key: 'PUT /api/editorial/drafts/{id}', needsKey: true },
  getApiEditorialSubmissions: { key: 'GET /api/editorial/submissions', needsKey: true },
  getApiEditorialSubmissionsById: { key: 'GET /api/editorial/submissions/{id}', needsKey: true },
  postApiEditorialSubmissionsByIdDecision: { key: 'POST /api/editorial/submissions/{id}/decision', needsKey: true },
  postApiEditorialSubmissionsByIdRecommendation: { key: 'POST /api/editorial/submissions/{id}/recommendation', needsKey: true },
  getApiEditorialPapers: { key: 'GET /api/editorial/papers', needsKey: true },
  getApiEditorialPapersByIdSuggestions: { key: 'GET /api/editorial/papers/{id}/suggestions', needsKey: true },
  getApiEditorialPapersById: { key: 'GET /api/editorial/papers/{id}', needsKey: true },
  putApiEditorialPapersById: { key: 'PUT /api/editorial/papers/{id}', needsKey: true },
  patchApiEditorialPapersById: { key: 'PATCH /api/editorial/papers/{id}', needsKey: true },
  getApiEditorialPapersByIdVersions: { key: 'GET /api/editorial/papers/{id}/versions', needsKey: true },
  getApiEditorialPapersByIdVersionsByVersion: { key: 'GET /api/editorial/papers/{id}/versions/{version}', needsKey: true },
  postApiEditorialPapersByIdRestore: { key: 'POST /api/editorial/papers/{id}/restore', needsKey: true },
  postApiEditorialPapersByIdMerge: { key: 'POST /api/editorial/papers/{id}/merge', needsKey: true },
  putApiEditorialPapersByIdFile: { key: 'PUT /api/editorial/papers/{id}/file', needsKey: true },
  postApiEditorialPapersByIdFile: { key: 'POST /api/editorial/papers/{id}/file', needsKey: true },
  getApiEditorialPapersByIdFiles: { key: 'GET /api/editorial/papers/{id}/files', needsKey: true },
  putApiEditorialPapersByIdFilesPermission: { key: 'PUT /api/editorial/papers/{id}/files/permission', needsKey: true },
  deleteApiEditorialPapersByIdFilesBySha256: { key: 'DELETE /api/editorial/papers/{id}/files/{sha256}', needsKey: true },
  getApiEditorialConcepts: { key: 'GET /api/editorial/concepts', needsKey: true },
  getApiEditorialConceptsById: { key: 'GET /api/editorial/concepts/{id}', needsKey: true },
  putApiEditorialConceptsById: { key: 'PUT /api/editorial/concepts/{id}', needsKey: true },
  deleteApiEditorialConceptsById: { key: 'DELETE /api/editorial/concepts/{id}', needsKey: true },
  postApiEditorialConceptsByIdMerge: { key: 'POST /api/editorial/concepts/{id}/merge', needsKey: true },
  getApiEditorialGaps: { key: 'GET /api/editorial/gaps', needsKey: true },
  postApiEditorialGaps: { key: 'POST /api/editorial/gaps', needsKey: true },
  getApiEditorialGapsById: { key: 'GET /api/editorial/gaps/{id}', needsKey: true },
  putApiEditorialGapsById: { key: 'PUT /api/editorial/gaps/{id}', needsKey: true },
  getApiEditorialGapsByIdHistory: { key: 'GET /api/editorial/gaps/{id}/history', needsKey: true },
  postApiEditorialGapsByIdHistory: { key: 'POST /api/editorial/gaps/{id}/history', needsKey: true },
  getApiEditorialChapters: { key: 'GET /api/editorial/chapters', needsKey: true },
  getApiEditorialChaptersByNumber: { key: 'GET /api/editorial/chapters/{number}', needsKey: true },
  putApiEditorialChaptersByNumber: { key: 'PUT /api/editorial/chapters/{number}', needsKey: true },
  postApiEditorialChaptersByNumberMerge: { key: 'POST /api/editorial/chapters/{number}/merge', needsKey: true },
  getApiEditorialBriefs: { key: 'GET /api/editorial/briefs', needsKey: true },
  getApiEditorialBriefsById: { key: 'GET /api/editorial/briefs/{id}', needsKey: true },
  putApiEditorialBriefsById: { key: 'PUT /api/editorial/briefs/{id}', needsKey: true },
  getApiEditorialBriefsByIdSuggestion: { key: 'GET /api/editorial/briefs/{id}/suggestion', needsKey: true },
  postApiEditorialBriefsByIdPublish: { key: 'POST /api/editorial/briefs/{id}/publish', needsKey: true },
  getApiEditorialBriefsByIdCorrections: { key: 'GET /api/editorial/briefs/{id}/corrections', needsKey: true },
  postApiEditorialBriefsByIdCorrections: { key: 'POST /api/editorial/briefs/{id}/corrections', needsKey: true },
  getApiEditorialSettings: { key: 'GET /api/editorial/settings', needsKey: true },
  putApiEditorialSettings: { key: 'PUT /api/editorial/settings', needsKey: true },
  postApiEditorialImports: { key: 'POST /api/editorial/imports', needsKey: true },
  getApiEditorialProposals: { key: 'GET /api/editorial/proposals', needsKey: true },
  postApiEditorialProposalsById: { key: 'POST /api/editorial/proposals/{id}', needsKey: true },
  getApiEditorialAlerts: { key: 'GET /api/editorial/alerts', needsKey: true },
  postApiEditorialAlertsByIdConfirm: { key: 'POST /api/editorial/alerts/{id}/confirm', needsKey: true },
  postApiEditorialAlertsByIdCorrect: { key: 'POST /api/editorial/alerts/{id}/correct', needsKey: true },
  postApiEditorialAlertsByIdMute: { key: 'POST /api/editorial/alerts/{id}/mute', needsKey: true },
  getApiEditorialPapersByIdEvidence: { key: 'GET /api/editorial/papers/{id}/evidence', needsKey: true },
  putApiEditorialPapersByIdEvidence: { key: 'PUT /api/editorial/papers/{id}/evidence', needsKey: true },
  getApiEditorialGapsByIdEvidence: { key: 'GET /api/editorial/gaps/{id}/evidence', needsKey: true },
  putApiEditorialGapsByIdEvidence: { key: 'PUT /api/editorial/gaps/{id}/evidence', needsKey: true },
  getApiEditorialBriefsByIdEvidence: { key: 'GET /api/editorial/briefs/{id}/evidence', needsKey: true },
  putApiEditorialBriefsByIdEvidence: { key: 'PUT /api/editorial/briefs/{id}/evidence', needsKey: true },
  getApiEditorialCandidates: { key: 'GET /api/editorial/candidates', needsKey: true },
  postApiEditorialCandidatesById: { key: 'POST /api/editorial/candidates/{id}', needsKey: true },
  getApiIngestSessionsById: { key: 'GET /api/ingest-sessions/{id}', needsKey: true },
  getApiIngestSessionsByIdChunks: { key: 'GET /api/ingest-sessions/{id}/chunks', needsKey: true },
  getApiIngestSessionsByIdRefusals: { key: 'GET /api/ingest-sessions/{id}/refusals', needsKey: true },
  postApiIngestSessionsByIdPapers: { key: 'POST /api/ingest-sessions/{id}/papers', needsKey: true },
} as const satisfies Record<string, { key: keyof Operations; needsKey: boolean }>
