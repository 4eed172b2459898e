# gamut in an image of Debian's, for builds: docker run --rm -v "$PWD:/work" gamut audit Assets
FROM swift:6.2-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends liblcms2-dev zlib1g-dev libisal-dev libdeflate-dev libyaml-dev \
    libsodium-dev make pkg-config python3 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN make dist && mkdir /gamut && tar -xzf .build/dist/gamut-*.tar.gz -C /gamut --strip-components=1

FROM debian:bookworm-slim
COPY --from=build /gamut /usr/local
RUN useradd --uid 10001 --no-create-home gamut
USER 10001
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/gamut"]
CMD ["--help"]
